import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { ProcessTransport } from './process-transport.ts'
import { ServerLog } from './server-log.ts'

const MEGABYTE = 1024 ** 2

test('R25: a server that does not read is ended once 16 MB wait for it, and its log says so', async () => {
  const ends: string[] = []
  const input = new Writable({ write: () => undefined })
  const process = {
    input,
    output: new PassThrough(),
    complaints: new PassThrough(),
    exit: new Promise<never>(() => undefined),
    end: async (how: 'inOrder' | 'atOnce') => void ends.push(how),
  }
  const log = new ServerLog((text) => text)
  const transport = new ProcessTransport(process, { log, parse: JSON.parse })
  await transport.start()
  const params = { text: 'x'.repeat(MEGABYTE) }
  const send = (): Promise<void> => transport.send({ jsonrpc: '2.0', method: 'notify', params })
  for (let count = 0; count < 16; count += 1) await send()
  expect(input.writableLength).toBeGreaterThan(16 * MEGABYTE)
  await expect(send()).rejects.toThrow('does not read')
  expect(input.writableLength).toBeLessThan(18 * MEGABYTE)
  expect([transport.fault, ends]).toEqual(['It does not read its input.', ['atOnce']])
  expect(log.text).toContain('It does not read its input.')
})
