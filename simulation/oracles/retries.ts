import type { ConversationState } from '../../src/shared/conversation-state.ts'
import { modelName } from '../../src/shared/model-name.ts'
import type { Message, MessageContent } from '../../src/shared/message.ts'
import type { Moved } from '../../src/main/core/step.ts'
import type { Asked } from '../simulated-model.ts'

type Complain = (promise: string, facts: string) => void

const LONGEST_WAIT_MS = 60_000
/** REQ-BED-006. */
const MOST = 3
/** Two summaries may be asked for in a row, each as often. */
const SUMMARIES = 2
/** What a request is another one for. */
const NEWS: readonly MessageContent['type'][] = ['user', 'agent', 'tool', 'summary', 'repair']

/** Row 4: each wait for another try is bounded. */
export function checkWaits({ effects, state }: Moved, complain: Complain): void {
  if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') return
  const { timerId } = state.phase
  for (const effect of effects) {
    const isWait = effect.type === 'startTimer' && effect.timerId === timerId
    if (isWait && effect.afterMs > LONGEST_WAIT_MS)
      complain('row 4 waits are bounded', String(effect.afterMs))
  }
}

/**
 * Row 4: so often, at most, the same is asked of the same model, counted by what went out. What the state says of its
 * attempts has no say.
 */
export class Retries {
  private readonly times = new Map<string, number>()
  private readonly complain: Complain

  constructor(complain: Complain) {
    this.complain = complain
  }

  asked(
    { asking, call, conversationId: id }: Asked,
    state: ConversationState,
    history: readonly Message[],
  ): void {
    const turnId = 'turn' in state ? state.turn.id : ''
    const news = history.findLast(({ content }) => NEWS.includes(content.type))?.seq ?? 0
    const what = [id, turnId, modelName(call.provider), asking, news].join()
    const times = (this.times.get(what) ?? 0) + 1
    this.times.set(what, times)
    const most = asking === 'summary' ? SUMMARIES * MOST : MOST
    if (times > most) this.complain('row 4 tries are bounded', `${times} of ${what}`)
  }
}
