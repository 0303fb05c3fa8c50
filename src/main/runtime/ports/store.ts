import type { ConversationStore } from './conversation-store.ts'
import type { DeletionStore } from './deletion-store.ts'
import type { HistoryStore } from './history-store.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { RecoveryStore } from './recovery-store.ts'
import type { RuleStore } from './rule-store.ts'
import type { ShellStore } from './shell-port.ts'

/**
 * `failed`: the disk failed, and it is unknown which of the last writes are on it. Another program is about to take
 * over.
 */
export type Flushed = 'kept' | 'failed'

/** Says whether what was written would survive a power cut. */
export interface FlushPort {
  /** Returns the outcome for everything written so far; a promise while the disk works on it. Never rejects. */
  flushing(): Flushed | Promise<Flushed>
}

/** Everything stored in the one database. Users take only the port that they need; adapters and fakes implement all. */
export interface Store
  extends
    ConversationStore,
    HistoryStore,
    OutboxStore,
    RuleStore,
    RecoveryStore,
    DeletionStore,
    ShellStore,
    FlushPort {}
