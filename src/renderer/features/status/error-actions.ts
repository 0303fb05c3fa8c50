import { assertNever } from '../../../shared/assert-never.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'
import type { SettingName } from '../settings/setting-names.ts'

/** What helps against an error, besides trying again and sending another message. */
export interface ErrorActions {
  /** The setting that can help; null: none. */
  readonly setting: SettingName | null
  /** A summary in place of what was refused. */
  readonly hasCompact: boolean
  /** Other text in place of what was refused. */
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
