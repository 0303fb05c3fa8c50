import {
  CHANGING_TOOLS,
  READING_TOOLS,
  SEARCHING_TOOLS,
} from '../../../shared/conversation/file-tools.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Density } from '../shell/density.ts'
import { diffOf } from './diff/diff-lines.ts'
import type { Part, ShownCall, ShownReply } from '../../../client/items/thread-items.ts'
import { countOf } from '../../../client/words/words.ts'

/** Consecutive calls, with the thoughts between them: those that only read, or all that succeeded. */
export interface ReadsPart {
  readonly key: string
  readonly type: 'reads'
  readonly parts: readonly Part[]
}

export interface FoldedReply extends Omit<ShownReply, 'parts'> {
  readonly parts: readonly (Part | ReadsPart)[]
}

interface Placed {
  readonly reply: number
  readonly part: Part
}

/** `touched`: calls whose cards a reader has opened or closed; these stay where they are. */
export function foldReads(
  replies: readonly ShownReply[],
  touched: ReadonlySet<CallId>,
  density: Density,
): readonly FoldedReply[] {
  if (density === 'verbose') return replies
  const isFolded = (part: Part): boolean =>
    part.type === 'call' && !touched.has(part.call.callId) && isDone(part.call, density)
  const all = replies.flatMap(({ parts }, reply) => parts.map((part): Placed => ({ reply, part })))
  const folded = replies.map((): (Part | ReadsPart)[] => [])
  for (let at = 0; at < all.length;) {
    const run = runFrom(all, at, isFolded)
    const place = all[at]
    if (place !== undefined) folded[place.reply]?.push(run === null ? place.part : groupOf(run))
    at += run?.length ?? 1
  }
  return replies.map((reply, index) => ({ ...reply, parts: folded[index] ?? [] }))
}

/** Returns the run that begins with this call; null: it is not the first of several. */
function runFrom(
  all: readonly Placed[],
  at: number,
  isFolded: (part: Part) => boolean,
): readonly Part[] | null {
  let end = at
  let reads = 0
  for (let next = at; next < all.length; next += 1) {
    const part = all[next]?.part
    if (part === undefined || !(isFolded(part) || (reads > 0 && part.type === 'thinking'))) break
    if (part.type !== 'call') continue
    reads += 1
    end = next + 1
  }
  return reads < 2 ? null : all.slice(at, end).map(({ part }) => part)
}

/** True if it succeeded, shows nothing that must stay visible, and may be folded. */
function isDone({ name, result }: ShownCall, density: Density): boolean {
  if (result?.outcome !== 'ok' || result.images.length > 0) return false
  return READING_TOOLS.has(name) || (density === 'compact' && !NEVER_FOLDED.has(name))
}

/** Calls with more than their own result: work that may continue, and a person's answers. */
const NEVER_FOLDED: ReadonlySet<string> = new Set(['spawn_agents', 'bash_background', 'ask_user'])

function groupOf(parts: readonly Part[]): ReadsPart {
  return { key: `reads ${parts[0]?.key ?? ''}`, type: 'reads', parts }
}

/** `Read 4 files, searched twice, listed 1 folder, edited 2 files, ran 3 commands` */
export function wordsOfReads(parts: readonly Part[]): string {
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))
  const of = (name: string): number => calls.filter((call) => call.name === name).length
  const searches = calls.filter(({ name }) => SEARCHING_TOOLS.has(name)).length
  const edited = new Set(calls.flatMap(changedBy)).size
  const others = calls.filter(({ name }) => !COUNTED.has(name)).length
  const words = [
    counted('read', pathsOf(calls, 'read_file').size, 'file'),
    searches > 0 ? `searched ${TIMES[searches] ?? `${searches} times`}` : '',
    counted('listed', pathsOf(calls, 'list_files').size, 'folder'),
    counted('edited', edited, 'file'),
    counted('ran', of('bash'), 'command'),
    counted('fetched', of('web_fetch'), 'page'),
    counted('made', others, 'other call'),
  ]
    .filter((each) => each !== '')
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const COUNTED: ReadonlySet<string> = new Set([
  ...READING_TOOLS,
  ...CHANGING_TOOLS,
  'bash',
  'web_fetch',
])

function counted(did: string, count: number, noun: string): string {
  return count === 0 ? '' : `${did} ${countOf(count, noun, `${noun}s`)}`
}

/** The names of the files that a call has changed. */
function changedBy(call: ShownCall): readonly string[] {
  if (!CHANGING_TOOLS.has(call.name)) return []
  const named = (diffOf(call) ?? []).flatMap((row) => (row.type === 'file' ? [row.name] : []))
  return named.length > 0 ? named : [call.callId]
}

const TIMES: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' }

function pathsOf(calls: readonly ShownCall[], tool: string): ReadonlySet<unknown> {
  return new Set(
    calls
      .filter(({ name }) => name === tool)
      .map(({ input }) => (input.type === 'object' ? input.value['path'] : input.text)),
  )
}
