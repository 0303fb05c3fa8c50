import type { EditorPort } from '../ports/servers/editor-port.ts'
import type { McpPort } from '../ports/servers/mcp-port.ts'
import type { TrustPort } from '../ports/servers/trust-port.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/protocol/commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { StorageTrouble } from '../../../shared/storage/storage-trouble.ts'
import type { Input } from '../../core/machine/event.ts'
import type { RoleBoundAct } from '../../core/machine/role-policy.ts'
import type { ClientSession } from './session/client-session.ts'
import type { ConversationRegistry } from '../registry/conversation-registry.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { Link } from '../../../shared/link.ts'
import type { DesktopPort } from '../ports/desktop-port.ts'
import type { DiagnosticsPort } from './history/diagnostics.ts'
import type { EditPort } from '../ports/edit-port.ts'
import type { Uploads } from './session/uploads.ts'
import type { BackupPort } from '../ports/backup-port.ts'
import type { BlobPort } from '../ports/file-ports.ts'
import type { FolderFilesPort } from '../ports/folder-files-port.ts'
import type { HistoryLog } from '../ports/history-log.ts'
import type { ImportPort } from '../ports/import-port.ts'
import type { Leftovers } from '../registry/leftovers.ts'
import type { ShellCommands } from '../registry/shell-commands.ts'
import type { ShellStore } from '../ports/shell-port.ts'
import type { Terminals } from '../terminals/terminals.ts'
import type { OpenerPort } from '../ports/opener-port.ts'
import type { OutputPort } from '../ports/output-port.ts'
import type { ReviewPort } from '../ports/review-port.ts'
import type { WorktreePort } from '../ports/worktree-port.ts'
import type { SearchPort } from '../ports/search-port.ts'
import type { Clock, Timers, ToolPort } from '../ports/ports.ts'
import type { FlushPort } from '../ports/store.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { HistoryStore } from '../ports/history-store.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { TokenPort } from '../ports/access/token-port.ts'
import type { SettingsControl } from '../ports/access/settings-control.ts'

/** The handlers' access to the system. */
export interface HandlerPorts {
  readonly registry: ConversationRegistry
  readonly store: ConversationStore &
    HistoryStore &
    FlushPort &
    Pick<ShellStore, 'shellCommand' | 'shellCommands'>
  readonly clock: Clock
  readonly processes: ProcessPort
  readonly shells: Pick<ShellCommands, 'start' | 'of' | 'stop'>
  readonly terminals: Pick<
    Terminals,
    | 'list'
    | 'open'
    | 'attach'
    | 'detach'
    | 'write'
    | 'resize'
    | 'drawn'
    | 'lastCommand'
    | 'closeOne'
    | 'endWithin'
  >
  readonly tools: Pick<ToolPort, 'preview' | 'specs'>
  readonly blobs: Pick<BlobPort, 'read' | 'sizeOf'>
  readonly files: Uploads
  readonly folderFiles: FolderFilesPort
  readonly opener: OpenerPort
  readonly edits: EditPort
  readonly review: ReviewPort
  readonly worktrees: WorktreePort
  readonly outputs: OutputPort
  readonly leftovers: Pick<Leftovers, 'removeUnused'>
  readonly search: SearchPort
  readonly imports: ImportPort
  readonly mcp: McpPort
  readonly editor: EditorPort
  readonly trust: TrustPort
  readonly tokens: TokenPort
  readonly backups: BackupPort
  readonly storage: {
    trouble(): StorageTrouble | null
    /** Why the data folder is not a safe place for a database; null if no reason is known. */
    readonly folderWarning: string | null
  }
  /** Stops all work and reopens the database after a full check. */
  readonly reopen: () => void
  readonly history: HistoryLog
  readonly diagnostics: DiagnosticsPort
  readonly timers: Timers
  /** Null if the host is not a desktop app. */
  readonly desktop: DesktopPort | null
  /** Where one more window begins, for a short time; null as long as there is no page. Absent: the host has none. */
  readonly newAddress?: ((to: Link | null) => string | null) | undefined
  readonly homeFolder: string
  /** Why commands run without a sandbox, as a sentence for people; null if they run in one. */
  readonly sandboxMissing: string | null
  readonly folders: {
    complete(text: string): Promise<readonly string[]>
    /** Returns the folder's real path. */
    check(text: string): Promise<Result<string, AppError>>
    /** Shows the system's dialog; null if the host has none. It returns null if nothing was chosen. */
    readonly choose: (() => Promise<string | null>) | null
  }
  readonly settings: SettingsControl
}

type Outcome<Name extends CommandName> = Result<CommandOutput<Name>, AppError>

export type Handlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
    client: ClientSession,
  ) => Outcome<Name> | Promise<Outcome<Name>>
}

export type HandlersOf<Name extends CommandName> = Pick<Handlers, Name>

/** The handlers' access to conversations. */
export interface ConversationAccess {
  readonly find: (id: ConversationId) => Result<ConversationRuntime, AppError>
  /** Finds it only if its role permits the act (`role-policy.ts`). */
  readonly findFor: (act: RoleBoundAct, id: ConversationId) => Result<ConversationRuntime, AppError>
  /** Resolves when the machine has decided and the step is on disk; refused while Phoenix is closing. */
  readonly dispatch: (
    id: ConversationId,
    input: Input,
  ) => Promise<Result<Record<string, never>, AppError>>
}
