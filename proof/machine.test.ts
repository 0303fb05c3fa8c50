import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashOfSources, MACHINE_HASH } from './cached-findings.ts'

test('the machine is the one that was explored: else npm run docs explores it, and writes docs/machine.md', () => {
  expect(readFileSync(MACHINE_HASH, 'utf8').trim()).toBe(hashOfSources())
})
