import type { ClientEventOf } from '../../shared/protocol/events.ts'
import type { StateView } from '../../shared/conversation/state-view.ts'
import { lastUnits } from '../../shared/visible-text.ts'
import { fenced } from '../../client/words/fenced.ts'
import type { UpdateQueue } from './update-queue.ts'

/** Length of the end of a running command's output that is sent to the client, in code units. */
const LIVE_LENGTH = 4_000

/** Reports the running call and its output. */
export class RunningCall {
  readonly #queue: UpdateQueue
  #callId = ''
  #printed = ''

  constructor(queue: UpdateQueue) {
    this.#queue = queue
  }

  step(state: StateView): void {
    const isRunning = state.type === 'toolExecuting' || state.type === 'awaitingSubAgents'
    if (!isRunning || state.callId === this.#callId) return
    this.#callId = state.callId
    this.#printed = ''
    const toolCallId = state.callId
    this.#queue.add({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' })
  }

  /** Adds output. The content is replaced completely each time. */
  print({ callId, text }: ClientEventOf<'conversation.printed'>): void {
    if (callId !== this.#callId) return
    this.#printed = lastUnits(this.#printed + text, LIVE_LENGTH)
    const content = { type: 'text', text: fenced(this.#printed) } as const
    this.#queue.add({
      sessionUpdate: 'tool_call_update',
      toolCallId: callId,
      content: [{ type: 'content', content }],
    })
  }
}
