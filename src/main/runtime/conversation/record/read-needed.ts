import { activeMessages, rewoundIn } from '../../../../shared/messages/active-messages.ts'
import { type Message, placeOf } from '../../../../shared/messages/message.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { neededMessages, settledBefore } from '../../../core/request/needed-messages.ts'
import type { HistoryStore } from '../../ports/history-store.ts'

export type NeededStore = Pick<
  HistoryStore,
  'landmarks' | 'messages' | 'messagesOf' | 'seekLandmarks'
>

/** Number of messages read at once, while searching for one and when all are wanted. */
const PAGE = 20
const LARGE_PAGE = 50

/** Reads a bounded number of messages, then yields: other work may continue, above all a Stop. */
type InParts<T> = Generator<undefined, T>

/**
 * Returns the `neededMessages` of a conversation without reading those they omit. All rewinds are read: which messages
 * are active depends only on them, so each part of a history can be judged separately.
 */
export function* readNeeded(store: NeededStore, id: ConversationId): InParts<readonly Message[]> {
  while (store.seekLandmarks(id)) yield
  const marks = store.landmarks(id)
  const summary = activeMessages(marks).findLast(({ content }) => content.type === 'summary')
  const settled =
    summary === undefined
      ? null
      : yield* lastSettledBefore(store, id, Math.ceil(placeOf(summary)), marks)
  if (settled === null) return neededMessages(activeMessages(yield* readSince(store, id, 1)))
  const read = inOrder([
    ...marks,
    ...(yield* firstReply(store, id, marks)),
    ...(yield* newestWords(store, id, settled, marks)),
    ...(yield* readSince(store, id, settled)),
  ])
  // Whether an undo outlasts a rewind depends on what it undid.
  const isComplete = coversUndos(read)
  return neededMessages(activeMessages(isComplete ? read : yield* readSince(store, id, 1)))
}

/** Returns the messages from a place on, oldest first. */
function* readSince(
  store: NeededStore,
  id: ConversationId,
  from: number,
): InParts<readonly Message[]> {
  const pages: (readonly Message[])[] = []
  for (let beforeSeq: number | null = null; ;) {
    const page: readonly Message[] = store.messages(id, { beforeSeq, limit: LARGE_PAGE })
    pages.push(page)
    const [first] = page
    if (first === undefined || first.seq <= from || page.length < LARGE_PAGE) break
    beforeSeq = first.seq
    yield
  }
  return pages
    .toReversed()
    .flat()
    .filter(({ seq }) => seq >= from)
}

/** Returns the place of the last active message before this place after which no note is pending. Null if there is none. */
function* lastSettledBefore(
  store: NeededStore,
  id: ConversationId,
  place: number,
  marks: readonly Message[],
): InParts<number | null> {
  for (let beforeSeq = place; ;) {
    const page = store.messages(id, { beforeSeq, limit: PAGE })
    const active = activeIn(page, marks)
    const settled = active[settledBefore(active, active.length)]
    if (settled !== undefined) return settled.seq
    const [first] = page
    if (first === undefined) return null
    beforeSeq = first.seq
    yield
  }
}

function* firstReply(
  store: NeededStore,
  id: ConversationId,
  marks: readonly Message[],
): InParts<readonly Message[]> {
  for (let afterSeq = 0; ;) {
    const page = store.messagesOf(id, ['agent'], { afterSeq, limit: PAGE })
    const first = activeIn(page, marks).find(({ content }) => content.type === 'agent')
    if (first !== undefined) return [first]
    const last = page.at(-1)
    if (last === undefined) return []
    afterSeq = last.seq
    yield
  }
}

/** Returns the person's last active messages before this place. */
function* newestWords(
  store: NeededStore,
  id: ConversationId,
  settled: number,
  marks: readonly Message[],
): InParts<readonly Message[]> {
  for (let beforeSeq = settled; ;) {
    const page = store.messagesOf(id, ['user'], { beforeSeq, limit: PAGE })
    const newest = activeIn(page, marks).findLast(
      ({ content }) => content.type === 'user' && content.author === 'person',
    )
    if (newest !== undefined) return [newest]
    const [first] = page
    if (first === undefined) return []
    beforeSeq = first.seq
    yield
  }
}

/** Returns the active messages of a part of a history. `marks`: all its rewinds. */
export function activeIn(part: readonly Message[], marks: readonly Message[]): readonly Message[] {
  const rewound = rewoundIn(inOrder([...part, ...marks]))
  return part.filter(({ id }) => !rewound.has(id))
}

function coversUndos(read: readonly Message[]): boolean {
  const rewound = rewoundIn(read)
  const known = new Set(read.map(({ id }) => id))
  return read.every(
    ({ content, id }) =>
      content.type !== 'undo' ||
      !rewound.has(id) ||
      content.messageIds.every((each) => known.has(each)),
  )
}

/** Returns each message once, in order. */
export function inOrder(messages: readonly Message[]): readonly Message[] {
  return [...new Map(messages.map((each) => [each.seq, each])).values()].toSorted(
    (a, b) => a.seq - b.seq,
  )
}
