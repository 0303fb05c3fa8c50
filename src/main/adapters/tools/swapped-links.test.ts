import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UndoDesk } from '../edits/undoing.fixture.ts'
import { hasProc } from '../processes/supervisor-fixture.ts'
import { trySwaps, instructionsOf } from './swapped-links.fixture.ts'

test.runIf(hasProc)(
  'a folder swapped with a link shows nothing of the outside, and nothing is written there',
  { timeout: 120_000 },
  async () => {
    const { leaks, swaps, worked, written } = await trySwaps(10)
    expect({ leaks, written }).toEqual({ leaks: [], written: [] })
    expect(swaps).toBeGreaterThan(60)
    expect(Object.values(worked).filter((count) => count > 0).length).toBeGreaterThan(6)
  },
)

test.runIf(process.platform !== 'win32')(
  'a conversation whose own folder has become a link reads, lists, searches and writes nothing',
  async () => {
    using desk = new UndoDesk()
    const changed = await desk.patch({ type: 'create', path: 'file', text: 'inside' })
    const calls = [
      ['read_file', { path: 'file' }],
      ['list_files', {}],
      ['grep', { pattern: 'in' }],
      ['glob', { pattern: '*' }],
      ['write_file', { path: 'new', content: '' }],
    ] as const
    const judged = await Promise.all(calls.map(([name, input]) => desk.inspect(name, input)))
    renameSync(desk.folder, join(desk.root.path, 'was'))
    symlinkSync(desk.outside, desk.folder)
    for (const name of ['file', 'AGENTS.md']) writeFileSync(join(desk.outside, name), 'inside')
    const now = await Promise.all(calls.map(([name, input]) => desk.inspect(name, input)))
    for (const facts of [...judged, ...now]) {
      const { outcome, text } = await desk.run(facts)
      expect([outcome, text]).toEqual([
        'failed',
        expect.stringMatching(/leads to .*outside by now/),
      ])
    }
    expect(await desk.conflicts(changed)).toEqual([expect.stringContaining('by now')])
    expect((await desk.edits.changedIn(desk.folder, [], new Set())).gap).toContain('by now')
    expect(instructionsOf(desk).files).toEqual([])
    expect(readdirSync(desk.outside)).toEqual(['AGENTS.md', 'file'])
    expect(readFileSync(join(desk.outside, 'file'), 'utf8')).toBe('inside')
  },
)
