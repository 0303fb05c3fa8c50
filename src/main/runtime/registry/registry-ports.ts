import type { WorktreeOf } from '../../../shared/conversation/conversation.ts'
import type { Budget } from '../../../shared/settings/budget.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Context } from '../../core/machine/context.ts'
import type { RuntimePorts } from '../conversation/runtime-ports.ts'
import type { DeletionStore, WritingMarks } from '../ports/deletion-store.ts'
import type { ConversationStore, StoredConversation } from '../ports/conversation-store.ts'
import type { HistoryStore } from '../ports/history-store.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { RecoveryStore } from '../ports/recovery-store.ts'
import type { RuleStore } from '../ports/rule-store.ts'
import type { ShellPort } from '../ports/shell-port.ts'
import type { TerminalEnder } from '../terminals/terminal-port.ts'
import type { Broadcast } from './list-rows.ts'
import type { TitlePorts } from '../short-requests/titles.ts'

/** The registry's dependencies besides those that it passes on to the runtimes. */
export interface RegistryPorts extends RuntimePorts, TitlePorts {
  readonly store: RuntimePorts['store'] &
    Pick<ConversationStore, 'conversation' | 'list' | 'listAfter' | 'listSome'> &
    RuleStore &
    RecoveryStore &
    Pick<HistoryStore, 'lastSeqs' | 'messages'> &
    Pick<DeletionStore, 'familyOf' | 'leavingRows' | 'removeConversations'> &
    WritingMarks
  readonly processes: Pick<
    ProcessPort,
    'jobsOf' | 'orphansOf' | 'end' | 'endJobs' | 'forgetJobs' | 'withdrawFromJobs'
  >
  readonly shells: ShellPort
  /** Absent if there are none. */
  readonly terminals?: TerminalEnder
  contextOf(stored: StoredConversation): Context
  /** The current budget of conversations. Absent if there is none. */
  budget?(): Budget
  /** Absent if no conversation has its own worktree. */
  worktreeOf?(id: ConversationId): WorktreeOf | null
  /** Notifies every client that shows the list. */
  readonly broadcast: Broadcast
  /** Called after conversations were removed and left rows and files. */
  onRemoved(): void
}
