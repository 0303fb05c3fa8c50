import { activeMessages, rewoundIn } from '../../../../shared/messages/active-messages.ts'
import { type Message, placeOf } from '../../../../shared/messages/message.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { neededMessages, settledBefore } from '../../../core/request/needed-messages.ts'
import type { HistoryStore } from '../../ports/history-store.ts'

export type NeededStore = Pick<HistoryStore, 'history' | 'landmarks' | 'messages' | 'messagesOf'>

/** Number of messages read at once. */
const PAGE = 20

/**
 * Returns the `neededMessages` of a conversation without reading those they omit. All rewinds are read: which messages
 * are active depends only on them, so each part of a history can be judged separately.
 */
export function readNeeded(store: NeededStore, id: ConversationId): readonly Message[] {
  const marks = store.landmarks(id)
  const summary = activeMessages(marks).findLast(({ content }) => content.type === 'summary')
  const settled =
    summary === undefined ? null : lastSettledBefore(store, id, Math.ceil(placeOf(summary)), marks)
  if (settled === null) return neededMessages(activeMessages(store.history(id)))
  const read = inOrder([
    ...marks,
    ...firstReply(store, id, marks),
    ...newestWords(store, id, settled, marks),
    ...store.history(id, settled),
  ])
  // Whether an undo outlasts a rewind depends on what it undid.
  const isComplete = coversUndos(read)
  return neededMessages(activeMessages(isComplete ? read : store.history(id)))
}

/** Returns the place of the last active message before this place after which no note is pending. Null if there is none. */
function lastSettledBefore(
  store: NeededStore,
  id: ConversationId,
  place: number,
  marks: readonly Message[],
): number | null {
  for (let beforeSeq = place; ;) {
    const page = store.messages(id, { beforeSeq, limit: PAGE })
    const active = activeIn(page, marks)
    const settled = active[settledBefore(active, active.length)]
    if (settled !== undefined) return settled.seq
    const [first] = page
    if (first === undefined) return null
    beforeSeq = first.seq
  }
}

function firstReply(
  store: NeededStore,
  id: ConversationId,
  marks: readonly Message[],
): readonly Message[] {
  for (let afterSeq = 0; ;) {
    const page = store.messagesOf(id, ['agent'], { afterSeq, limit: PAGE })
    const first = activeIn(page, marks).find(({ content }) => content.type === 'agent')
    if (first !== undefined) return [first]
    const last = page.at(-1)
    if (last === undefined) return []
    afterSeq = last.seq
  }
}

/** Returns the person's last active messages before this place. */
function newestWords(
  store: NeededStore,
  id: ConversationId,
  settled: number,
  marks: readonly Message[],
): readonly Message[] {
  for (let beforeSeq = settled; ;) {
    const page = store.messagesOf(id, ['user'], { beforeSeq, limit: PAGE })
    const newest = activeIn(page, marks).findLast(
      ({ content }) => content.type === 'user' && content.author === 'person',
    )
    if (newest !== undefined) return [newest]
    const [first] = page
    if (first === undefined) return []
    beforeSeq = first.seq
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
function inOrder(messages: readonly Message[]): readonly Message[] {
  return [...new Map(messages.map((each) => [each.seq, each])).values()].toSorted(
    (a, b) => a.seq - b.seq,
  )
}
