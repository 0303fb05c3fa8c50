import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { explored, hashOfSources, MACHINE_HASH } from './explored.ts'
import { MACHINE_PAGE, machinePage } from './machine-page.ts'

const RECORD = 'docs/machine.md and docs/machine.sha256 are stale: npm run docs writes them'

test(
  'the machine is the one that was explored; if not, it is explored now, and keeps every promise',
  { timeout: 900_000 },
  async () => {
    const hash = hashOfSources()
    const recorded = readFileSync(MACHINE_HASH, 'utf8').trim()
    if (recorded === hash) return
    const findings = await explored(hash)
    expect(findings.violations).toEqual([])
    expect(await machinePage(findings), RECORD).toBe(readFileSync(MACHINE_PAGE, 'utf8'))
    expect(recorded, RECORD).toBe(hash)
  },
)
