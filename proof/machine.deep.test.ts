import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Findings } from './findings.ts'
import { MACHINE_PAGE, machinePage, machinePictures } from './machine-page.ts'
import { proveAll } from './prove-all.ts'

let findings: Findings

beforeAll(async () => {
  findings = await proveAll()
}, 900_000)

test('row 2: in every reachable state a conversation waits for live work, rests or asks the user, and a cancel brings it to rest', () => {
  expect(findings.violations).toEqual([])
})

test('docs/machine.md and its drawings match the exploration: else run npm run docs', async () => {
  expect(readFileSync(MACHINE_PAGE, 'utf8')).toBe(await machinePage(findings))
  for (const [url, text] of machinePictures(findings)) {
    expect(readFileSync(url, 'utf8'), url.pathname).toBe(text)
  }
})
