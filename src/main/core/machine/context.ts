import type { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import type { Effort } from '../../../shared/models/effort.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import {
  type BusyPolicy,
  DEFAULT_LIMITS,
  type TurnLimits,
} from '../../../shared/settings/settings.ts'
import type {
  InstructionsInForce,
  InstructionsFault,
  PermissionMode,
  Provider,
  Rule,
} from '../../../shared/conversation/turn.ts'
import type { DiskFault } from './store-fault.ts'

/** Limits of one turn (rule 14): those that a person can set, and a fixed one. */
export interface Caps extends TurnLimits {
  readonly callsPerReply: number
}

/**
 * The role of a conversation. A root belongs to a person. A child was started by a call of its parent and ends with its
 * task.
 */
export type Role =
  | { readonly type: 'root' }
  | {
      readonly type: 'child'
      readonly parent: ConversationId
      /** Old contexts without a kind belong to workers. */
      readonly kind: AgentKind
    }

/** The caller of tools: a person's own conversation, or a sub-agent of this kind. */
export type Caller = 'root' | AgentKind

export function callerOf(role: Role): Caller {
  return role.type === 'root' ? 'root' : role.kind
}

/** An explorer works like a read-only conversation, whatever its parent may do. */
export function modeOf({
  permissionMode,
  role,
}: Pick<Context, 'permissionMode' | 'role'>): PermissionMode {
  return callerOf(role) === 'explorer' ? 'readOnly' : permissionMode
}

/** True if the mode lets calls change the folder. */
export function mayWriteIn(context: Pick<Context, 'permissionMode' | 'role'>): boolean {
  return modeOf(context) !== 'readOnly'
}

/** Everything that a step may know besides the state. Plain JSON; a step never looks anything up. */
export interface Context {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly role: Role
  readonly systemPrompt: string
  /** The instruction files as last read (docs/decisions/038). */
  readonly instructions: InstructionsInForce
  /** The state of git that the model received with the first request of this session; null if it received none. */
  readonly gitState: string | null
  /** Why the current content could not be stored, so the older one still applies. Null if it could. */
  readonly instructionsFault: DiskFault | InstructionsFault | null
  readonly primary: Provider
  readonly fallback: Provider | null
  /** The model for explorers, if it has the same endpoint; null for their parent's. */
  readonly explorerModel: string | null
  /** The effort for both models, as far as each supports it. */
  readonly effort: Effort
  /** How long a turn keeps trying a failing model, in ms. Old contexts have none. */
  readonly keepTryingMs: number
  readonly busyPolicy: BusyPolicy
  /** Under `interrupt`: how long a message waits for further messages, in ms. */
  readonly debounceMs: number
  readonly permissionMode: PermissionMode
  /** The rules for what runs in this folder without asking. */
  readonly rules: readonly Rule[]
  /** True: commands run in a sandbox, where they cannot change what is off limits. */
  readonly isSandboxed: boolean
  /** True: sandboxed commands may use the network. */
  readonly network: boolean
  /** True: models may use their provider's web search. Absent in old contexts. */
  readonly webSearch?: boolean
  readonly autoCompact: boolean
  readonly caps: Caps
}

/** The part that can change. The folder can change only if it is gone and a person says where it is now (REQ-BED-010). */
export type ContextChange = Partial<Omit<Context, 'conversationId' | 'role'>>

/** Combines the person's limits with the fixed one. */
export function capsOf(limits: TurnLimits): Caps {
  const { requestsPerTurn, toolCallsPerTurn, subAgentsPerTurn } = limits
  const { tokensPerTurn, requestsPerChild, minutesPerTurn } = limits
  return {
    requestsPerTurn,
    toolCallsPerTurn,
    subAgentsPerTurn,
    tokensPerTurn,
    requestsPerChild,
    minutesPerTurn,
    callsPerReply: 64,
  }
}

export const DEFAULT_CAPS: Caps = capsOf(DEFAULT_LIMITS)
