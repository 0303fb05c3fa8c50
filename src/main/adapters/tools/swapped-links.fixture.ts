import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CallId } from '../../../shared/ids.ts'
import type { ReadInstructions } from '../../runtime/ports/file-ports.ts'
import { createInstructionsPort } from '../files/folder-instructions.ts'
import { startSwapping } from '../files/swapper.fixture.ts'
import { UndoDesk } from '../edits/undoing.fixture.ts'
import { changing, edit } from './changing.fixture.ts'

/** Stands only in files that no tool may show. */
const HIDDEN = 'hunter2'
const NAME = 'only-outside'
const EITHER = `inside|${HIDDEN}`

/** What came of trying each tool on a folder that is a link every other moment. */
export interface Tally {
  readonly by: 'C' | 'node'
  readonly swaps: number
  readonly rounds: number
  /** How often a tool did its work: with none the attack has shown nothing. */
  readonly worked: Readonly<Record<string, number>>
  /** What was shown of the outside, by the tool that did. */
  readonly leaks: readonly string[]
  /** What was written or made outside. */
  readonly written: readonly string[]
}

const EVER = [{ from: 0, to: Number.MAX_SAFE_INTEGER }]

type Try = (desk: UndoDesk, round: number) => Promise<string | null>

/** A call that nobody has to be asked for; null: it was refused, or it would have been asked for. */
async function unasked(
  desk: UndoDesk,
  name: string,
  input: Record<string, unknown>,
): Promise<string | null> {
  const facts = await desk.inspect(name, input)
  if (facts.check.type === 'unusable' || facts.check.reach !== 'inside') return null
  const { outcome, text } = await desk.run(facts)
  return outcome === 'ok' ? text : null
}

const TRIES: Readonly<Record<string, Try>> = {
  read_file: (desk) => unasked(desk, 'read_file', { path: 'sub/file' }),
  'read_file deeper': (desk) => unasked(desk, 'read_file', { path: 'sub/deep/file' }),
  grep: (desk) => unasked(desk, 'grep', { pattern: EITHER }),
  'grep of the folder': (desk) => unasked(desk, 'grep', { pattern: EITHER, path: 'sub' }),
  'grep of a file': (desk) => unasked(desk, 'grep', { pattern: EITHER, path: 'sub/file' }),
  // A number would give away what stands outside, too.
  'grep that counts': async (desk) => {
    const input = { pattern: HIDDEN, output_mode: 'count' }
    const said = await unasked(desk, 'grep', input)
    return said === null || said.startsWith('[no matches') ? said : HIDDEN
  },
  glob: (desk) => unasked(desk, 'glob', { pattern: '*' }),
  list_files: (desk) => unasked(desk, 'list_files', {}),
  'list_files of the folder': (desk) => unasked(desk, 'list_files', { path: 'sub' }),
  edit_file: (desk, round) =>
    unasked(desk, ...changing(edit('sub/edited', 'start', `start ${round}`))),
  'apply_patch that makes folders': (desk, round) =>
    unasked(
      desk,
      ...changing({ type: 'create', path: `sub/made-${round}/deep/file`, text: 'made' }),
    ),
  undo: async (desk, round) => {
    const change = { type: 'create', path: `sub/undone-${round}`, text: 'made' } as const
    const facts = await desk.inspect(...changing(change))
    if (facts.check.type === 'unusable' || facts.check.reach !== 'inside') return null
    const { files } = await desk.outcome(facts, CallId.parse(`undo ${round}`))
    const taken = await desk.edits.takeBack(desk.folder, files)
    return taken.ok && taken.value.files.length > 0 ? JSON.stringify(taken.value) : null
  },
  'what changed': async (desk) => {
    const { names } = await desk.edits.changedIn(desk.folder, EVER, new Set())
    return names.length === 0 ? null : names.join('\n')
  },
  'AGENTS.md by a link': (desk) => {
    const { files } = instructionsOf(desk)
    return Promise.resolve(files[0]?.text.toString() ?? null)
  },
}

/** Nobody has instructions of their own here. */
export function instructionsOf({ dataFolder, folder, outside }: UndoDesk): ReadInstructions {
  return createInstructionsPort({ home: outside, dataFolder }).read(folder)
}

/** The folder, what is swapped with a link in it, and the same names outside. */
function lay(desk: UndoDesk): void {
  const inside = join(desk.folder, 'sub')
  for (const [folder, text] of [
    [inside, 'inside\n'],
    [desk.outside, `inside ${HIDDEN}\n`],
  ] as const) {
    mkdirSync(join(folder, 'deep'), { recursive: true })
    for (const name of ['file', 'deep/file', 'agents']) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'edited'), `start\n${text}`)
  }
  mkdirSync(join(desk.outside, NAME))
  for (const name of [NAME, 'deep']) writeFileSync(join(desk.outside, name, NAME), HIDDEN)
  symlinkSync(desk.outside, join(desk.folder, 'link'))
  symlinkSync('sub/agents', join(desk.folder, 'AGENTS.md'))
}

/** All there is in a folder, with what files hold. */
function standing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path
  })
}

/** Tries each tool so often, while `sub` of the folder and a link to the outside change places. */
export async function trySwaps(rounds: number): Promise<Tally> {
  using desk = new UndoDesk()
  lay(desk)
  const before = standing(desk.outside)
  const worked = Object.fromEntries(Object.keys(TRIES).map((name) => [name, 0]))
  const leaks: string[] = []
  const names = ['sub', 'link'].map((name) => join(desk.folder, name))
  const swapper = await startSwapping(names[0] ?? '', names[1] ?? '', desk.root.path)
  let swaps = 0
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, tried] of Object.entries(TRIES)) {
        const said = await tried(desk, round)
        if (said === null) continue
        worked[name] = (worked[name] ?? 0) + 1
        if (said.includes(HIDDEN) || said.includes(NAME)) leaks.push(`${name}: ${said}`)
      }
    }
  } finally {
    swaps = await swapper.end()
  }
  const written = standing(desk.outside).filter((line) => !before.includes(line))
  return { by: swapper.by, swaps, rounds, worked, leaks, written }
}
