import { assertNever } from '../../../shared/assert-never.ts'
import type { ErrorKind } from '../../../shared/messages/message.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL, readModelName } from '../../../shared/models/model-name.ts'
import type { SettingName } from '../settings/setting-names.ts'

/** The actions that can help against an error, besides retrying and sending another message. */
export interface ErrorActions {
  /** The setting that can help; null: none. */
  readonly setting: SettingName | null
  /** The person's own endpoint whose form holds that setting; null: none. */
  readonly endpoint: string | null
  /** True if a summary can replace the refused messages. */
  readonly hasCompact: boolean
  /** True if editing the refused message can help. */
  readonly hasEdit: boolean
  /** True if another model can help. */
  readonly hasModel: boolean
  /** True if the error may pass by itself, so the turn can keep trying (decision 034). */
  readonly passes: boolean
}

const NONE: ErrorActions = {
  setting: null,
  endpoint: null,
  hasCompact: false,
  hasEdit: false,
  hasModel: false,
  passes: false,
}

/** `model`: the one that failed. `isGone`: its endpoint is no longer in Settings. */
export function actionsOfError(kind: ErrorKind, model: string, isGone: boolean): ErrorActions {
  switch (kind) {
    case 'auth':
    case 'billing':
      return { ...NONE, ...keyOf(model) }
    case 'invalidRequest':
      if (isGone) return { ...NONE, setting: 'Endpoints', hasModel: true }
      return { ...NONE, setting: 'Model', hasCompact: true, hasEdit: true, hasModel: true }
    case 'refused':
      return { ...NONE, hasEdit: true }
    case 'rateLimit':
    case 'overloaded':
      return { ...NONE, hasModel: true, passes: true }
    case 'network':
      return { ...NONE, passes: true }
    case 'timeout':
    case 'server':
      return { ...NONE, hasModel: true }
    case 'storage':
    case 'internal':
      return NONE
    default:
      return assertNever(kind)
  }
}

function keyOf(model: string): Pick<ErrorActions, 'setting' | 'endpoint'> {
  const { endpoint } = readModelName(model)
  const isOwn = endpoint !== ANTHROPIC_ENDPOINT && endpoint !== DEMO_MODEL
  return isOwn ? { setting: 'Endpoints', endpoint } : { setting: 'API key', endpoint: null }
}
