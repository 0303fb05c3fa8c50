import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Workspace, type CallAnswer } from '../calling.fixture.ts'
import { type Change, changing, edit } from '../changing.fixture.ts'
import { workspaceForEachTest, isPosix } from '../workspace-for-each.fixture.ts'

let workspace: Workspace

workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

/** Runs patches one after another in a separate process that may not write files over 1 MB. */
function patchOnFullDisk(...patches: readonly (readonly Change[])[]): readonly CallAnswer[] {
  const script = fileURLToPath(new URL('../call-in-turn.fixture.ts', import.meta.url))
  const { dataFolder, folder, home } = workspace
  const calls = patches.map((changes) => changing(...changes))
  const order = JSON.stringify({ calls, dataFolder, folder, home })
  const command = 'ulimit -f 1024; exec "$0" "$1"'
  const output = execFileSync('bash', ['-c', command, process.execPath, script], { input: order })
  return JSON.parse(output.toString()) as readonly CallAnswer[]
}

test.runIf(isPosix)(
  'without space nothing changes, not even the files that would have fitted',
  () => {
    workspace.write('a.ts', 'old\n')
    workspace.write('large', `${`x${'y'.repeat(998)}\n`.repeat(900)}last\n`)
    workspace.write('larger', `old\n${`${'x'.repeat(999)}\n`.repeat(1_100)}`)
    const [fits, full, unkept] = patchOnFullDisk(
      [edit('a.ts', 'old', 'new')],
      [edit('a.ts', 'new', 'newer'), edit('large', 'last\n', `${'z'.repeat(999)}\n`.repeat(200))],
      [edit('a.ts', 'new', 'newest'), edit('larger', 'old', 'new')],
    )
    expect([fits?.outcome, fits?.text.split('\n')[0]]).toEqual(['ok', '--- a/a.ts'])
    expect(full?.outcome).toBe('failed')
    expect(full?.text).toMatch(/^Nothing was changed: large cannot be written: /)
    expect(unkept?.outcome).toBe('failed')
    expect(unkept?.text).toMatch(
      /^Nothing was changed: the old content of the files could not be saved/,
    )
    expect(workspace.text('a.ts')).toBe('new\n')
    expect(readdirSync(workspace.folder).toSorted()).toEqual(['a.ts', 'large', 'larger'])
  },
)
