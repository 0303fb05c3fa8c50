import type { ContentBlock } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { FakeHost } from '../../client/fakes/fake-host.ts'
import { readPrompt } from './prompt-content.ts'

async function textOf(...blocks: readonly ContentBlock[]): Promise<string> {
  const client = createClient()
  void client.attach(new FakeHost().connect())
  const read = await readPrompt(client, blocks)
  return read.ok ? read.value.text : read.error
}

const link = (uri: string): ContentBlock => ({ type: 'resource_link', name: 'n', uri })

test('a link to a file is its path and line, any other its address', async () => {
  const words = { type: 'text', text: 'See' } as const
  expect(await textOf(words, link('file:///w/a%20b.ts#L3-9'))).toBe('See /w/a b.ts:3')
  expect(await textOf(words, link('https://x.example/y#L3'))).toBe('See https://x.example/y#L3')
})

test('text that cannot be a URL stays as it is', async () => {
  expect(await textOf(link('file://%zz/%'))).toBe('file://%zz/%')
})

test('sound is only named, because models of Phoenix cannot hear', async () => {
  expect(await textOf({ type: 'audio', data: '', mimeType: 'audio/wav' })).toMatch(/Audio/)
})

test.each([
  { type: 'image', data: '!!!', mimeType: 'image/png' },
  { type: 'resource', resource: { uri: 'file:///a.bin', blob: '%' } },
] as const)('content that is not base64 is refused with a sentence: %j', async (block) => {
  expect(await textOf(block)).toBe('A file in this prompt could not be read: it is not base64.')
})

test('an empty file, as an editor embeds it, is named as such', async () => {
  const words = { type: 'text', text: 'Fill' } as const
  const resource = { uri: 'file:///w/new.ts', text: '' }
  expect(await textOf(words, { type: 'resource', resource })).toBe('Fill /w/new.ts (empty)')
})

test('more files than fit are refused with their number before any is sent', async () => {
  const resource = { uri: 'file:///w/a.ts', text: 'a' }
  const blocks = Array.from({ length: 21 }, () => ({ type: 'resource', resource }) as const)
  expect(await textOf(...blocks)).toBe(
    'This prompt has 21 images and embedded files; at most 20 fit into one. Leave some out.',
  )
})
