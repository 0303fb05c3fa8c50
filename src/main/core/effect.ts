import type { Call, Provider, Turn } from '../../shared/conversation-state.ts'
import type { TimerId, WorkId } from '../../shared/ids.ts'

/** Why work is told to stop. Reaches the consumer through its abort signal. */
export type StopReason = 'user' | 'shutdown' | 'timeout' | 'storage' | 'internal'

/** What the runtime does after a step is on disk. Each work reports exactly one final event under its id. */
export type Effect =
  | {
      readonly type: 'requestModel'
      readonly requestId: WorkId
      readonly provider: Provider
      readonly settings: Turn['settings']
    }
  | { readonly type: 'runTool'; readonly workId: WorkId; readonly call: Call }
  | {
      readonly type: 'stopWork'
      readonly workIds: readonly WorkId[]
      readonly reason: StopReason
    }
  | { readonly type: 'startTimer'; readonly timerId: TimerId; readonly afterMs: number }
  | { readonly type: 'stopTimer'; readonly timerId: TimerId }
export type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>
