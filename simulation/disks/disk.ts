import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/messages/message.ts'
import type { HistoryLog } from '../../src/main/runtime/ports/history-log.ts'
import type { Log } from '../../src/main/runtime/ports/ports.ts'
import type { Store } from '../../src/main/runtime/ports/store.ts'
import type { FailingWrite } from '../faults/store-faults.ts'

/** The disk and the store on it. The oracles read it directly: faults never strike there. */
export interface Disk {
  readonly store: Store
  /** Makes the next write fail at its n-th statement (from 0), if it has that many. */
  failNext(fault: FailingWrite, statement: number): void
  /** Returns whether it failed. */
  clearFault(): boolean
  /** Returns a separate disk with the same committed contents. */
  copy(log: Log): Disk
  /** Runs on a disk whose writes are rolled back afterwards. */
  trial<Value>(run: (disk: Disk) => Value): Value
  /** The log for replay. */
  readonly log: HistoryLog
  messages(id: ConversationId, afterSeq: number): readonly Message[]
  messageIds(id: ConversationId): readonly MessageId[]
  seq(id: ConversationId): number
  /** The stored state, as JSON. */
  state(id: ConversationId): string
  folder(id: ConversationId): string
  conversations(): readonly ConversationId[]
  /** True if any stored text contains these words. */
  holds(words: string): boolean
  close(): void
}

export type DiskType = 'sqlite' | 'memory'
