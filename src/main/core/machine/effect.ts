import type { Call, Provider, Purpose, Turn } from '../../../shared/conversation/turn.ts'
import type { SandboxPolicy } from './sandbox-policy.ts'
import type { AgentId, TimerId, WorkId } from '../../../shared/ids.ts'

/** Why work is told to stop. Reaches the consumer through its abort signal. */
export type StopReason = 'user' | 'parent' | 'shutdown' | 'timeout' | 'storage' | 'internal'

/** What the runtime does after a step is on disk. Each work reports exactly one final event under its id. */
export type Effect =
  | {
      readonly type: 'requestModel'
      readonly requestId: WorkId
      readonly purpose: Purpose
      /** Of the turn: a person asked for a summary, or for a reply that may turn out to need one. */
      readonly goal: Purpose
      readonly provider: Provider
      /** A sub-agent's last request goes without, and one for a summary that has to be shorter than the history. */
      readonly withTools: boolean
      readonly settings: Turn['settings']
    }
  | {
      readonly type: 'runTool'
      readonly workId: WorkId
      readonly call: Call
      /** Null: there is no sandbox on this machine. */
      readonly sandboxPolicy: SandboxPolicy | null
    }
  /** The sub-agent is on record; it begins with its task. */
  | {
      readonly type: 'startChild'
      readonly agentId: AgentId
      readonly task: string
      /** Of a person's, whose words go with the task. Absent: none. */
      readonly agent?: string
    }
  | {
      readonly type: 'stopWork'
      readonly workIds: readonly WorkId[]
      readonly reason: StopReason
    }
  | { readonly type: 'startTimer'; readonly timerId: TimerId; readonly afterMs: number }
  | { readonly type: 'stopTimer'; readonly timerId: TimerId }
export type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>
