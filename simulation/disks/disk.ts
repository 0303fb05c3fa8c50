import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/messages/message.ts'
import type { HistoryLog } from '../../src/main/runtime/ports/history-log.ts'
import type { Log } from '../../src/main/runtime/ports/ports.ts'
import type { Store } from '../../src/main/runtime/ports/store.ts'
import type { FailingWrite } from '../faults/store-faults.ts'

/** What a power cut leaves, and the store over it. Its reading side is the oracles' own: no fault strikes there. */
export interface Disk {
  readonly store: Store
  /** The next write fails like this at its n-th statement (from 0), where it has so many. */
  failNext(fault: FailingWrite, statement: number): void
  clearFault(): void
  /** A disk of its own that holds what was committed last. */
  copy(log: Log): Disk
  /** What is written to the disk that `run` gets is undone afterwards. */
  trial<Value>(run: (disk: Disk) => Value): Value
  /** As replay reads it. */
  readonly log: HistoryLog
  messages(id: ConversationId, afterSeq: number): readonly Message[]
  messageIds(id: ConversationId): readonly MessageId[]
  seq(id: ConversationId): number
  /** As it is stored: JSON. */
  state(id: ConversationId): string
  folder(id: ConversationId): string
  conversations(): readonly ConversationId[]
  /** All that stands in it contains these words. */
  holds(words: string): boolean
  close(): void
}

export type DiskType = 'sqlite' | 'memory'
