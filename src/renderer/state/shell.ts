import type { AppError } from '../../shared/app-error.ts'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import type { StorageTrouble } from '../../shared/storage/storage-trouble.ts'
import type { Line } from '../connection/line.ts'

/** State that belongs to no single conversation. `opened` is null until the host's first answer. */
export interface Shell {
  readonly line: Line
  /** For how long a connected host has not answered (ms); null: it answers. */
  readonly silentMs: number | null
  readonly opened: {
    readonly homeFolder: string
    readonly version: string
    readonly hasFolderDialog: boolean
    readonly hasDesktop: boolean
    /** The reason why commands run without a sandbox here; null: they run in one. */
    readonly sandboxMissing: string | null
    /** Null: the database can be written. */
    readonly storageTrouble: StorageTrouble | null
    /** The reason why a database is not safe in the data folder; null: no known reason. */
    readonly folderWarning: string | null
    readonly settings: SettingsView
  } | null
  readonly conversations: readonly ConversationSummary[]
  /** False while the rows that are not visible at first are being loaded. */
  readonly isListWhole: boolean
  /** The reason why the host could not open, although it answers. */
  readonly failure: AppError | null
}

/** What a window begins with. */
export interface FirstView {
  /** None: the list decides. */
  readonly shownFirst: readonly ConversationId[]
  /** Resolves once a conversation may be drawn. Default: at once. */
  readonly mayShow: () => Promise<void>
}
