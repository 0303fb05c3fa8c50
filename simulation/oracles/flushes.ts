import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, MessageId, WorkId } from '../../src/shared/ids.ts'
import { awaitedBy } from '../../src/main/core/turn/awaited.ts'
import type { Commit, Committed } from '../../src/main/runtime/ports/history-store.ts'
import type { FlushedDisk } from '../disks/late-flush.ts'

type Complain = (promise: string, facts: string) => void

/** Nothing starts and no client is notified of anything that a power cut could still undo. */
export class Flushes {
  /** The disk of the current life. */
  disk: Pick<FlushedDisk, 'isLate' | 'flushed' | 'written'> = {
    isLate: false,
    flushed: 0,
    written: 0,
  }
  readonly #complain: Complain
  /** The number of the write that saved a work, a message or a step of a conversation. */
  #works = new Map<WorkId, number>()
  #messages = new Map<MessageId, number>()
  #steps = new Map<string, number>()

  constructor(complain: Complain) {
    this.#complain = complain
  }

  /** Starts another life: everything it finds is on disk. */
  begins(disk: FlushedDisk): void {
    this.disk = disk
    this.#works = new Map()
    this.#messages = new Map()
    this.#steps = new Map()
  }

  committed({ conversationId, state }: Commit, { messages, seq }: Committed): void {
    const place = this.disk.written
    for (const id of awaitedBy(state).works) if (!this.#works.has(id)) this.#works.set(id, place)
    for (const { id } of messages) this.#messages.set(id, place)
    this.#steps.set(stepOf(conversationId, seq), place)
  }

  /** True if every write would survive a power cut. */
  get isKept(): boolean {
    return this.disk.flushed === this.disk.written
  }

  /** The awaited work begins. */
  begun(state: ConversationState): void {
    for (const id of awaitedBy(state).works)
      this.#check(this.#works.get(id), 'row 9 nothing begins before its step is flushed', id)
  }

  acknowledged(id: MessageId): void {
    this.#check(this.#messages.get(id), 'row 9 nothing is acknowledged before it is flushed', id)
  }

  /** A client receives a step. */
  published(id: ConversationId, seq: number): void {
    const step = stepOf(id, seq)
    this.#check(this.#steps.get(step), 'row 9 nothing is told before it is flushed', step)
  }

  #check(place: number | undefined, promise: string, facts: string): void {
    if (place !== undefined && place > this.disk.flushed) this.#complain(promise, facts)
  }
}

function stepOf(id: ConversationId, seq: number): string {
  return `${id} ${seq}`
}
