import { assertNever } from '../../../shared/assert-never.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'
import type { SettingName } from '../settings/setting-names.ts'

/** The actions that can help against an error, besides retrying and sending another message. */
export interface ErrorActions {
  /** The setting that can help; null: none. */
  readonly setting: SettingName | null
  /** True if a summary can replace the refused messages. */
  readonly hasCompact: boolean
  /** True if editing the refused message can help. */
  readonly hasEdit: boolean
}

export function actionsOfError(kind: ErrorKind): ErrorActions {
  switch (kind) {
    case 'auth':
    case 'billing':
      return { setting: 'API key', hasCompact: false, hasEdit: false }
    case 'invalidRequest':
      return { setting: 'Model', hasCompact: true, hasEdit: true }
    case 'refused':
      return { setting: null, hasCompact: false, hasEdit: true }
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'timeout':
    case 'server':
    case 'storage':
    case 'internal':
      return { setting: null, hasCompact: false, hasEdit: false }
    default:
      return assertNever(kind)
  }
}
