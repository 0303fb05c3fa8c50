import type { Call, Provider, Purpose, Turn } from '../../../shared/conversation/turn.ts'
import type { QuestionAnswer } from '../../../shared/messages/user-question.ts'
import type { SandboxPolicy } from './sandbox-policy.ts'
import type { AgentId, TimerId, WorkId } from '../../../shared/ids.ts'

/** Why work is stopped. The reason reaches the work through its abort signal. */
export type StopReason = 'user' | 'parent' | 'shutdown' | 'timeout' | 'storage' | 'internal'

/** An action of the runtime after a step is on disk. Each piece of work reports exactly one final event under its id. */
export type Effect =
  | {
      readonly type: 'requestModel'
      readonly requestId: WorkId
      readonly purpose: Purpose
      /** The goal of the turn: a summary that a person requested, or a reply, which may turn out to need a summary. */
      readonly goal: Purpose
      /** The end of the part that a summary covers; null for everything. */
      readonly throughSeq: number | null
      /** What a person asks of the summary; null if nothing. */
      readonly focus: string | null
      readonly provider: Provider
      /** False for a sub-agent's last request, and for a summary request that must be shorter than the history. */
      readonly withTools: boolean
      readonly settings: Turn['settings']
    }
  | {
      readonly type: 'runTool'
      readonly workId: WorkId
      readonly call: Call
      /** Null if this machine has no sandbox. */
      readonly sandboxPolicy: SandboxPolicy | null
    }
  /** The answer for a running tool; null if nobody answered in time. */
  | {
      readonly type: 'answerTool'
      readonly workId: WorkId
      readonly answer: QuestionAnswer | null
    }
  /** Starts a saved sub-agent on its task. */
  | {
      readonly type: 'startChild'
      readonly agentId: AgentId
      readonly task: string
      /** The name of a person's agent, whose text is sent with the task. Absent if there is none. */
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
