import type { WorktreeOf } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Context } from '../../core/machine/context.ts'
import type { RuntimePorts } from '../conversation/runtime-ports.ts'
import type { DeletionStore } from '../ports/deletion-store.ts'
import type { ConversationStore, StoredConversation } from '../ports/conversation-store.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { RecoveryStore } from '../ports/recovery-store.ts'
import type { RuleStore } from '../ports/rule-store.ts'
import type { ShellPort } from '../ports/shell-port.ts'
import type { Broadcast } from './list-rows.ts'
import type { TitlePorts } from './titles.ts'

/** What the registry needs beside what it hands on to the runtimes. */
export interface RegistryPorts extends RuntimePorts, TitlePorts {
  readonly store: RuntimePorts['store'] &
    Pick<ConversationStore, 'conversation' | 'list'> &
    RuleStore &
    RecoveryStore &
    Pick<DeletionStore, 'familyOf' | 'leavingRows' | 'removeConversations'>
  readonly processes: Pick<
    ProcessPort,
    'jobsOf' | 'orphansOf' | 'end' | 'endJobs' | 'forgetJobs' | 'withdrawFromJobs'
  >
  readonly shells: ShellPort
  /** The context that settings give a conversation now; what it has of its own is laid over it. */
  contextOf(stored: StoredConversation): Context
  /** Left out: no conversation has a worktree of its own. */
  worktreeOf?(id: ConversationId): WorktreeOf | null
  /** What every client is told that shows the list. */
  readonly broadcast: Broadcast
  /** Conversations were removed, and left rows and files. */
  onRemoved(): void
}
