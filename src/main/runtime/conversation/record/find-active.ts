import {
  activeMessages,
  activeSpans,
  type Span,
} from '../../../../shared/messages/active-messages.ts'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { type Message, placeOf } from '../../../../shared/messages/message.ts'
import { placeAfter, placeToShow } from '../../../../shared/messages/versions.ts'
import type { HistoryStore } from '../../ports/history-store.ts'
import { isPersons } from '../../../core/request/needed-messages.ts'
import { inOrder, type NeededStore } from './read-needed.ts'

export type ActiveStore = NeededStore & Pick<HistoryStore, 'message'>

/** Number of messages read at once. */
const PAGE = 20

/**
 * Answers questions about the active messages of a conversation without reading all of its history, which would delay a
 * Stop: which messages are active depends only on its rewinds, and a store finds these.
 */
export class ActiveFinder {
  readonly #store: ActiveStore
  readonly #id: ConversationId
  readonly #marks: readonly Message[]
  /** Newest first. */
  readonly #spans: readonly Span[]

  constructor(store: ActiveStore, id: ConversationId) {
    this.#store = store
    this.#id = id
    this.#marks = store.landmarks(id)
    this.#spans = activeSpans(this.#marks)
  }

  /** Returns an active message of the person; `messageId` null: the newest. Null if there is none. */
  words(messageId: MessageId | null): Message | null {
    if (messageId === null) return this.#newest('user', isPersons)
    const found = this.#messageOf(messageId)
    return found !== null && isPersons(found) && this.#isActive(found.seq) ? found : null
  }

  /** Returns the first question and the newest answer, as far as there are any. */
  firstAndNewest(): readonly Message[] {
    const ends = [this.#firstQuestion(), this.#newest('agent', () => true)]
    return ends.flatMap((message) => message ?? [])
  }

  /** `placeToShow` of the whole history. */
  placeToShow(messageId: MessageId): number | null {
    const shown = this.#messageOf(messageId)
    if (shown === null) return null
    const rewinds = this.#marks.filter(
      ({ content, seq }) => content.type === 'rewound' && seq > shown.seq,
    )
    const newest = this.#store.messages(this.#id, { beforeSeq: null, limit: 1 })
    return placeToShow([shown, ...rewinds, ...newest], messageId)
  }

  /** `placeAfter` of all active messages. */
  placeAfter(seq: number): number | null {
    const named = this.#marks.find((each) => each.seq === seq)
    const start = named === undefined ? seq : Math.floor(placeOf(named))
    if (!this.#isActive(seq)) return null
    const read: Message[] = []
    for (const page of this.#pagesFrom(start)) {
      read.push(...page)
      const through = page.at(-1)?.seq ?? start
      const place = placeAfter(this.#withSummaries(read, through), seq)
      if (place !== null) return place
    }
    return null
  }

  /** Returns the newest active messages, preceded by the active landmarks. */
  newestMessages(limit: number): readonly Message[] {
    const read: Message[] = []
    for (const { from, through } of this.#spans) {
      if (read.length >= limit) break
      const page = { beforeSeq: through + 1, limit: limit - read.length }
      read.unshift(...this.#store.messages(this.#id, page).filter(({ seq }) => seq >= from))
    }
    return activeMessages(inOrder([...this.#marks, ...read]))
  }

  #firstQuestion(): Message | null {
    for (const page of this.#pagesFrom(1)) {
      const question = page.find(({ content }) => content.type === 'user')
      if (question !== undefined) return question
    }
    return null
  }

  #isActive(seq: number): boolean {
    return this.#spans.some(({ from, through }) => seq >= from && seq <= through)
  }

  #messageOf(messageId: MessageId): Message | null {
    const found = this.#store.message(messageId)
    return found?.conversationId === this.#id ? found.message : null
  }

  #newest(type: 'user' | 'agent', isWanted: (message: Message) => boolean): Message | null {
    for (const { from, through } of this.#spans) {
      for (let beforeSeq = through + 1; beforeSeq > from;) {
        const page = this.#store.messagesOf(this.#id, [type], { beforeSeq, limit: PAGE })
        const newest = page.findLast((each) => each.seq >= from && isWanted(each))
        if (newest !== undefined) return newest
        beforeSeq = page[0]?.seq ?? 0
      }
    }
    return null
  }

  /** Returns the active messages from a place on, page by page. */
  *#pagesFrom(start: number): Generator<readonly Message[]> {
    const [newest] = this.#store.messages(this.#id, { beforeSeq: null, limit: 1 })
    for (const { from, through } of this.#spans.toReversed()) {
      const end = Math.min(through, newest?.seq ?? 0)
      for (let at = Math.max(from, start); at <= end; at += PAGE) {
        const beforeSeq = Math.min(at + PAGE, end + 1)
        const page = this.#store.messages(this.#id, { beforeSeq, limit: beforeSeq - at })
        yield page.filter(({ seq }) => seq >= at)
      }
    }
  }

  /** Adds the summaries of parts that were made later and stand among these messages; `through`: their last place. */
  #withSummaries(read: readonly Message[], through: number): readonly Message[] {
    const later = this.#marks.filter(
      (each) => each.seq > through && placeOf(each) < through && this.#isActive(each.seq),
    )
    return activeMessages([...read, ...later])
  }
}
