import type { AppError } from '../../shared/app-error.ts'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import type { StorageTrouble } from '../../shared/storage/storage-trouble.ts'
import type { Line } from '../connection/line.ts'

/** What is not of one conversation. `opened` is null until the host has answered for the first time. */
export interface Shell {
  readonly line: Line
  readonly opened: {
    readonly homeFolder: string
    readonly version: string
    readonly hasFolderDialog: boolean
    readonly hasDesktop: boolean
    /** Why commands run without a sandbox here; null: they run in one. */
    readonly sandboxMissing: string | null
    /** Null: the database can be written. */
    readonly storageTrouble: StorageTrouble | null
    /** Why a database is not safe where the data is; null: nothing is known against it. */
    readonly folderWarning: string | null
    readonly settings: SettingsView
  } | null
  readonly conversations: readonly ConversationSummary[]
  /** False: the rows that are not seen at first are on their way. */
  readonly isListWhole: boolean
  /** Why the host could not open, although it answers. */
  readonly failure: AppError | null
}
