import { activeMessages, isPlain } from '../../../../shared/messages/active-messages.ts'
import { MESSAGE_PAGE } from '../../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { neededMessages } from '../../../core/request/needed-messages.ts'
import { inParts } from '../../after-others.ts'
import type { Timers } from '../../ports/ports.ts'
import { ActiveFinder, type ActiveStore } from './find-active.ts'
import { readNeeded } from './read-needed.ts'

const NEVER_ABORTED: Pick<AbortSignal, 'aborted'> = { aborted: false }

/** The messages that a conversation keeps in memory: those that its requests are built from, or only the newest. */
export class MessagesInMemory {
  readonly #store: ActiveStore
  readonly #id: ConversationId
  #needed: Message[] | null = null
  #newest: Message[] | null = null
  #additions = 0

  constructor(store: ActiveStore, id: ConversationId) {
    this.#store = store
    this.#id = id
  }

  /** Returns the messages that requests are built from: the active ones that no summary replaces (docs/decisions/099). */
  needed(): readonly Message[] {
    return this.#needed ?? this.#keep(atOnce(readNeeded(this.#store, this.#id)))
  }

  /** Returns the active landmarks, or more of the active messages. */
  landmarks(): readonly Message[] {
    return this.#needed ?? activeMessages(this.#store.landmarks(this.#id))
  }

  /**
   * Looks for the landmarks in parts, so the first message does not look for all of them in its step. What cannot be read
   * is left to that step.
   */
  async seekLandmarks(timers: Pick<Timers, 'soon'>, isOver: () => boolean): Promise<void> {
    if (this.#needed === null) await inParts(this.#seek(), timers, isOver).catch(() => undefined)
  }

  *#seek(): Generator<undefined, void> {
    do yield
    while (this.#store.seekLandmarks(this.#id))
  }

  /** Reads the needed messages in parts. Afterwards they are in memory, unless `signal` is aborted. */
  async prepare(timers: Pick<Timers, 'soon'>, signal = NEVER_ABORTED): Promise<void> {
    while (this.#needed === null && !signal.aborted) {
      const additions = this.#additions
      const reading = readNeeded(this.#store, this.#id)
      const read = await inParts(reading, timers, () => signal.aborted || this.#needed !== null)
      if (read !== null && this.#additions === additions) this.#keep(read)
    }
  }

  /** Returns the newest active messages, or more; none if they cannot be read. */
  recent(): readonly Message[] {
    try {
      this.#newest ??= this.#needed === null ? this.#readNewest() : null
      return this.#needed ?? this.#newest ?? []
    } catch {
      return []
    }
  }

  /** Takes over the newest messages that a window has just read, so `recent` does not read them again. */
  adopt(newest: readonly Message[]): void {
    if (this.#needed === null && newest.every(isPlain)) this.#newest ??= [...newest]
  }

  #readNewest(): Message[] {
    const newest = this.#store.messages(this.#id, { beforeSeq: null, limit: MESSAGE_PAGE })
    if (newest.every(isPlain)) return [...newest]
    return [...new ActiveFinder(this.#store, this.#id).newestMessages(MESSAGE_PAGE)]
  }

  #keep(messages: readonly Message[]): readonly Message[] {
    this.#newest = null
    this.#needed = [...messages]
    return this.#needed
  }

  /** After a rewind, the active messages may be further up than those in memory. */
  add(messages: readonly Message[]): void {
    if (messages.length === 0) return
    this.#additions += 1
    this.#needed?.push(...messages)
    this.#newest?.push(...messages)
    if (!messages.every(isPlain)) this.#newest = null
    const types = new Set(messages.map(({ content }) => content.type))
    if (types.has('rewound')) this.#needed = null
    else if (types.has('summary') && this.#needed !== null)
      this.#keep(neededMessages(activeMessages(this.#needed)))
  }
}

/** Reads all parts in one step. */
function atOnce<T>(reading: Generator<undefined, T>): T {
  for (;;) {
    const part = reading.next()
    if (part.done === true) return part.value
  }
}
