import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CallId } from '../../../shared/ids.ts'
import type { ReadInstructions } from '../../runtime/ports/file-ports.ts'
import { createInstructionsPort } from '../files/folder-instructions.ts'
import { startSwapping } from '../files/swapper.fixture.ts'
import { UndoWorkspace } from '../edits/undo-workspace.fixture.ts'
import { changing, edit } from './changing.fixture.ts'

/** Occurs only in files that no tool may show. */
const HIDDEN = 'hunter2'
const NAME = 'only-outside'
const EITHER = `inside|${HIDDEN}`

/** The results of trying each tool on a folder that is a link every other moment. */
export interface Tally {
  readonly by: 'C' | 'node'
  readonly swaps: number
  readonly rounds: number
  /** How often a tool succeeded: if none did, the attack has shown nothing. */
  readonly worked: Readonly<Record<string, number>>
  /** Content from outside that was shown, and the tool that showed it. */
  readonly leaks: readonly string[]
  /** Files that were written or made outside. */
  readonly written: readonly string[]
}

const EVER = [{ from: 0, to: Number.MAX_SAFE_INTEGER }]

type Try = (workspace: UndoWorkspace, round: number) => Promise<string | null>

/** Runs a call if nobody has to be asked for it; null if it was refused, or needs approval. */
async function unasked(
  workspace: UndoWorkspace,
  name: string,
  input: Record<string, unknown>,
): Promise<string | null> {
  const facts = await workspace.inspect(name, input)
  if (facts.check.type === 'unusable' || facts.check.reach !== 'inside') return null
  const { outcome, text } = await workspace.run(facts)
  return outcome === 'ok' ? text : null
}

const TRIES: Readonly<Record<string, Try>> = {
  read_file: (workspace) => unasked(workspace, 'read_file', { path: 'sub/file' }),
  'read_file deeper': (workspace) => unasked(workspace, 'read_file', { path: 'sub/deep/file' }),
  grep: (workspace) => unasked(workspace, 'grep', { pattern: EITHER }),
  'grep of the folder': (workspace) => unasked(workspace, 'grep', { pattern: EITHER, path: 'sub' }),
  'grep of a file': (workspace) =>
    unasked(workspace, 'grep', { pattern: EITHER, path: 'sub/file' }),
  // Even a number would reveal what is outside.
  'grep that counts': async (workspace) => {
    const input = { pattern: HIDDEN, output_mode: 'count' }
    const answer = await unasked(workspace, 'grep', input)
    return answer === null || answer.startsWith('[no matches') ? answer : HIDDEN
  },
  glob: (workspace) => unasked(workspace, 'glob', { pattern: '*' }),
  list_files: (workspace) => unasked(workspace, 'list_files', {}),
  'list_files of the folder': (workspace) => unasked(workspace, 'list_files', { path: 'sub' }),
  edit_file: (workspace, round) =>
    unasked(workspace, ...changing(edit('sub/edited', 'start', `start ${round}`))),
  'apply_patch that makes folders': (workspace, round) =>
    unasked(
      workspace,
      ...changing({ type: 'create', path: `sub/made-${round}/deep/file`, text: 'made' }),
    ),
  undo: async (workspace, round) => {
    const change = { type: 'create', path: `sub/undone-${round}`, text: 'made' } as const
    const facts = await workspace.inspect(...changing(change))
    if (facts.check.type === 'unusable' || facts.check.reach !== 'inside') return null
    const { files } = await workspace.outcome(facts, CallId.parse(`undo ${round}`))
    const undone = await workspace.edits.restore(workspace.folder, files)
    return undone.ok && undone.value.files.length > 0 ? JSON.stringify(undone.value) : null
  },
  'what changed': async (workspace) => {
    const { names } = await workspace.edits.changedIn(workspace.folder, EVER, new Set())
    return names.length === 0 ? null : names.join('\n')
  },
  'AGENTS.md by a link': (workspace) => {
    const { files } = instructionsOf(workspace)
    return Promise.resolve(files[0]?.text.toString() ?? null)
  },
}

/** Nobody has their own instructions here. */
export function instructionsOf({ dataFolder, folder, outside }: UndoWorkspace): ReadInstructions {
  return createInstructionsPort({ home: outside, dataFolder }).read(folder)
}

/** Creates the folder, the part of it that is swapped with a link, and the same names outside. */
function lay(workspace: UndoWorkspace): void {
  const inside = join(workspace.folder, 'sub')
  for (const [folder, text] of [
    [inside, 'inside\n'],
    [workspace.outside, `inside ${HIDDEN}\n`],
  ] as const) {
    mkdirSync(join(folder, 'deep'), { recursive: true })
    for (const name of ['file', 'deep/file', 'agents']) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'edited'), `start\n${text}`)
  }
  mkdirSync(join(workspace.outside, NAME))
  for (const name of [NAME, 'deep']) writeFileSync(join(workspace.outside, name, NAME), HIDDEN)
  symlinkSync(workspace.outside, join(workspace.folder, 'link'))
  symlinkSync('sub/agents', join(workspace.folder, 'AGENTS.md'))
}

/** Everything in a folder, with the contents of files. */
function entriesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path
  })
}

/** Tries each tool this many times, while `sub` in the folder and a link to the outside swap places. */
export async function trySwaps(rounds: number): Promise<Tally> {
  using workspace = new UndoWorkspace()
  lay(workspace)
  const before = entriesIn(workspace.outside)
  const worked = Object.fromEntries(Object.keys(TRIES).map((name) => [name, 0]))
  const leaks: string[] = []
  const names = ['sub', 'link'].map((name) => join(workspace.folder, name))
  const swapper = await startSwapping(names[0] ?? '', names[1] ?? '')
  let swaps = 0
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, tried] of Object.entries(TRIES)) {
        const answer = await tried(workspace, round)
        if (answer === null) continue
        worked[name] = (worked[name] ?? 0) + 1
        if (answer.includes(HIDDEN) || answer.includes(NAME)) leaks.push(`${name}: ${answer}`)
      }
    }
  } finally {
    swaps = await swapper.end()
  }
  const written = entriesIn(workspace.outside).filter((line) => !before.includes(line))
  return { by: swapper.by, swaps, rounds, worked, leaks, written }
}
