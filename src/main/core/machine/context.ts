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
import type { StoreFault } from './store-fault.ts'

/** Bounds of one turn (rule 14): those that a person can set, and one that is for good. */
export interface Caps extends TurnLimits {
  readonly callsPerReply: number
}

/** A root conversation is a person's; a child was started by a call of its parent and ends with its task. */
export type Role =
  | { readonly type: 'root' }
  | {
      readonly type: 'child'
      readonly parent: ConversationId
      /** Contexts on record from before there were kinds do not say: they are those of workers. */
      readonly kind: AgentKind
    }

/** Who calls tools: a person's own conversation, or a sub-agent by its kind. */
export type Caller = 'root' | AgentKind

export function callerOf(role: Role): Caller {
  return role.type === 'root' ? 'root' : role.kind
}

/** An explorer works as a read-only conversation does, whatever its parent may do. */
export function modeOf({
  permissionMode,
  role,
}: Pick<Context, 'permissionMode' | 'role'>): PermissionMode {
  return callerOf(role) === 'explorer' ? 'readOnly' : permissionMode
}

/** All that a step may know beside the state. Plain JSON; a step never looks anything up. */
export interface Context {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly role: Role
  readonly systemPrompt: string
  /** The files of instructions as they were last read (docs/decisions/038). */
  readonly instructions: InstructionsInForce
  /** The state of git as the model was told it with the first request of this session; null: it was not. */
  readonly gitState: string | null
  /** Why what it says now could not be kept, so that the older one counts. Null: it could. */
  readonly instructionsFault: StoreFault | InstructionsFault | null
  readonly primary: Provider
  readonly fallback: Provider | null
  /** The name of the model that explorers are given where it is of the same endpoint; null: their parent's. */
  readonly explorerModel: string | null
  /** How hard both are to think, as far as each can be told. */
  readonly effort: Effort
  /** How long a turn keeps trying a model that fails, in ms. Contexts on record from before there was a choice have none. */
  readonly keepTryingMs: number
  readonly busyPolicy: BusyPolicy
  /** Under `interrupt`: how long a message waits for others, in ms. */
  readonly debounceMs: number
  readonly permissionMode: PermissionMode
  /** What runs in this folder without being asked for. */
  readonly rules: readonly Rule[]
  /** Commands run where they cannot change what they are not to change. */
  readonly isSandboxed: boolean
  /** Whether commands in the sandbox reach the network. */
  readonly network: boolean
  /** Whether its models may search the web by a tool of their provider. Contexts on record from before there was one do not say. */
  readonly webSearch?: boolean
  readonly autoCompact: boolean
  readonly caps: Caps
}

/** What can change. The folder only where it is gone: a person says where it is now (REQ-BED-010). */
export type ContextChange = Partial<Omit<Context, 'conversationId' | 'role'>>

/** What a person has set of them, and what is for good. */
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
