import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { Agent } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'
import { bytesOf } from './whole-body.ts'

const CHANNEL = 'undici:request:create'
const MB = 1024 * 1024

let dispatcher: Agent
let handed: unknown[]
const note = (message: unknown): void => {
  handed.push((message as { request: { body: unknown } }).request.body)
}

beforeEach(() => {
  handed = []
  dispatcher = new Agent()
  subscribe(CHANNEL, note)
})
afterEach(async () => {
  unsubscribe(CHANNEL, note)
  await dispatcher.destroy()
})

test('a body arrives as it was sent, with its length, and is handed on in one piece', async () => {
  const body = JSON.stringify({ text: 'Grüße, 世界 😀', long: 'x'.repeat(MB) })
  const { headers, text } = await arrived(body)
  expect(text).toBe(body)
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-own': 'kept' })
  expect(headers).not.toHaveProperty('transfer-encoding')
  expect(handed).toEqual([Buffer.from(body)])
})

test('a character of two units stays whole wherever the body is cut', async () => {
  for (const before of ['', 'x']) {
    const body = before + '😀'.repeat(MB / 2) + '\ud83d'
    expect(Buffer.from(body).equals(await bytesOf(body))).toBe(true)
  }
})

test('a body of many megabytes is sent in pieces', async () => {
  const body = 'y'.repeat(5 * MB)
  const { text } = await arrived(body)
  expect(text).toBe(body)
  expect(handed.map((each) => Buffer.isBuffer(each))).toEqual([false])
})

/** Sends this body; returns what the server got. */
async function arrived(
  body: string,
): Promise<{ readonly headers: IncomingMessage['headers']; readonly text: string }> {
  let got = ''
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (got += chunk))
    request.on('end', () => response.end(JSON.stringify(request.headers)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  const headers = { 'content-type': 'application/json', 'x-own': 'kept' }
  const over: object = { dispatcher }
  const init = { method: 'POST', body, headers, ...over }
  const answer = await boundedFetch(`http://127.0.0.1:${port}/`, init)
  const said = (await answer.json()) as IncomingMessage['headers']
  server.close()
  return { headers: said, text: got }
}
