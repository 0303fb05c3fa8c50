import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { UndoWorkspace } from '../edits/undo-workspace.fixture.ts'
import { hasProc } from '../processes/supervisor-fixture.ts'
import { trySwaps, instructionsOf } from './swapped-links.fixture.ts'

test.runIf(hasProc)(
  'a folder swapped with a link reveals nothing outside, and nothing is written there',
  { timeout: 120_000 },
  async () => {
    const { leaks, swaps, worked, written } = await trySwaps(byTier(3, 10))
    expect({ leaks, written }).toEqual({ leaks: [], written: [] })
    expect(swaps).toBeGreaterThan(byTier(18, 60))
    expect(Object.values(worked).filter((count) => count > 0).length).toBeGreaterThan(6)
  },
)

test.runIf(process.platform !== 'win32')(
  'a conversation whose own folder has become a link reads, lists, searches and writes nothing',
  async () => {
    using workspace = new UndoWorkspace()
    const changed = await workspace.patch({ type: 'create', path: 'file', text: 'inside' })
    const calls = [
      ['read_file', { path: 'file' }],
      ['list_files', {}],
      ['grep', { pattern: 'in' }],
      ['glob', { pattern: '*' }],
      ['write_file', { path: 'new', content: '' }],
    ] as const
    const judged = await Promise.all(calls.map(([name, input]) => workspace.inspect(name, input)))
    renameSync(workspace.folder, join(workspace.root.path, 'was'))
    symlinkSync(workspace.outside, workspace.folder)
    for (const name of ['file', 'AGENTS.md']) writeFileSync(join(workspace.outside, name), 'inside')
    const now = await Promise.all(calls.map(([name, input]) => workspace.inspect(name, input)))
    for (const facts of [...judged, ...now]) {
      const { outcome, text } = await workspace.run(facts)
      expect([outcome, text]).toEqual(['failed', expect.stringMatching(/now leads to .*outside/)])
    }
    expect(await workspace.conflicts(changed)).toEqual([expect.stringContaining('now leads to')])
    expect((await workspace.edits.changedIn(workspace.folder, [], new Set())).gap).toContain(
      'now leads to',
    )
    expect(instructionsOf(workspace).files).toEqual([])
    expect(readdirSync(workspace.outside)).toEqual(['AGENTS.md', 'file'])
    expect(readFileSync(join(workspace.outside, 'file'), 'utf8')).toBe('inside')
  },
)
