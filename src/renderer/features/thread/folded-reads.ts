import { READING_TOOLS, SEARCHING_TOOLS } from '../../../shared/file-tools.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Part, ShownCall, ShownReply } from './thread-items.ts'

/** Calls that only read, one behind the other, with what was thought between them. */
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

/** `touched`: calls whose cards a reader has put his hand to: they stay where they are. */
export function foldReads(
  replies: readonly ShownReply[],
  touched: ReadonlySet<CallId>,
): readonly FoldedReply[] {
  const all = replies.flatMap(({ parts }, reply) => parts.map((part): Placed => ({ reply, part })))
  const folded = replies.map((): (Part | ReadsPart)[] => [])
  for (let at = 0; at < all.length;) {
    const run = runFrom(all, at, touched)
    const place = all[at]
    if (place !== undefined) folded[place.reply]?.push(run === null ? place.part : groupOf(run))
    at += run?.length ?? 1
  }
  return replies.map((reply, index) => ({ ...reply, parts: folded[index] ?? [] }))
}

/** From a call that reads to the last of its run; null: it is not the first of several. */
function runFrom(
  all: readonly Placed[],
  at: number,
  touched: ReadonlySet<CallId>,
): readonly Part[] | null {
  let end = at
  let reads = 0
  for (let next = at; next < all.length; next += 1) {
    const part = all[next]?.part
    if (part === undefined || !(isRead(part, touched) || (reads > 0 && part.type === 'thinking')))
      break
    if (part.type !== 'call') continue
    reads += 1
    end = next + 1
  }
  return reads < 2 ? null : all.slice(at, end).map(({ part }) => part)
}

function isRead(part: Part, touched: ReadonlySet<CallId>): boolean {
  if (part.type !== 'call') return false
  const { callId, name, result } = part.call
  const isPlain = result?.outcome === 'ok' && result.images.length === 0
  return isPlain && READING_TOOLS.has(name) && !touched.has(callId)
}

function groupOf(parts: readonly Part[]): ReadsPart {
  return { key: `reads ${parts[0]?.key ?? ''}`, type: 'reads', parts }
}

/** `Read 4 files, searched twice, listed 1 folder` */
export function wordsOfReads(parts: readonly Part[]): string {
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))
  const files = pathsOf(calls, 'read_file').size
  const searches = calls.filter(({ name }) => SEARCHING_TOOLS.has(name)).length
  const folders = pathsOf(calls, 'list_files').size
  const words = [
    ...(files > 0 ? [`read ${files} ${files === 1 ? 'file' : 'files'}`] : []),
    ...(searches > 0 ? [`searched ${TIMES[searches] ?? `${searches} times`}`] : []),
    ...(folders > 0 ? [`listed ${folders} ${folders === 1 ? 'folder' : 'folders'}`] : []),
  ].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const TIMES: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' }

function pathsOf(calls: readonly ShownCall[], tool: string): ReadonlySet<unknown> {
  return new Set(
    calls
      .filter(({ name }) => name === tool)
      .map(({ input }) => (input.type === 'object' ? input.value['path'] : input.text)),
  )
}
