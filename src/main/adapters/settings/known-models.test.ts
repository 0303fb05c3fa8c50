import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CLAUDE_MODELS, NEWEST_SONNET } from './known-models.ts'

const sdk = dirname(createRequire(import.meta.url).resolve('@anthropic-ai/sdk'))
const types = readFileSync(join(sdk, 'resources/messages/messages.d.ts'), 'utf8')
const line = /^export type Model = (.+);$/m.exec(types)?.[1] ?? ''
const undated = [...line.matchAll(/'(claude-[^']+)'/g)]
  .map((match) => match[1] ?? '')
  .filter((name) => !/-\d{8}$/.test(name))

const versionOf = (name: string): number => {
  const [major = 0, minor = 0] = [...name.matchAll(/\d+/g)].map((digits) => Number(digits[0]))
  return major * 1000 + minor
}

test('the known models are the undated names of the SDK', () => {
  expect(undated.length).toBeGreaterThan(5)
  expect(CLAUDE_MODELS).toEqual(undated)
})

test('the newest Sonnet is the newest that the SDK names', () => {
  const sonnets = undated.filter((name) => name.startsWith('claude-sonnet-'))
  const newest = sonnets.toSorted((a, b) => versionOf(b) - versionOf(a))[0]
  expect(NEWEST_SONNET).toBe(newest)
})
