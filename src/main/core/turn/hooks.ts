import {
  type ConversationState,
  IDLE,
  type StateOf,
} from '../../../shared/conversation/conversation-state.ts'
import type { Context } from '../machine/context.ts'
import type { EventOf } from '../machine/event.ts'
import { type Draft, type Moved, refused, type Step, unlessFolderGone } from '../machine/step.ts'
import { awaitLlm, beginReply } from './turn.ts'
import { failTurn } from './turn-end.ts'

type HooksAnswered = EventOf<'hooksAnswered'>

/**
 * Records what hooks did at the end of a turn; the state stays the same. An answer about a message that no longer waits
 * for hooks is stale.
 */
export function recordHooks(draft: Draft, state: ConversationState, event: HooksAnswered): Step {
  if (event.of.type === 'message') return refused('stale')
  addRuns(draft, event.runs, '')
  return draft.moveTo(state)
}

/** If a hook blocks the end of the turn, the agent continues, unless something was said since. */
export function hooksAtRest(
  draft: Draft,
  context: Context,
  state: StateOf<'idle'>,
  event: HooksAnswered,
): Step {
  const { blocks, of } = event
  if (of.type === 'message' || blocks === null) return recordHooks(draft, state, event)
  return unlessFolderGone(event, () => {
    addRuns(draft, event.runs, `${GO_ON} ${blocks}`)
    return awaitLlm(draft, context, beginReply(draft, context, 'continue'), 'continue')
  })
}

const GO_ON = "[A hook of the user's looked at your work and wants you to go on.]"

/** Before the model is asked: if a hook blocks the message, it is rewound, so no request ever contains it. */
export function hooksOnMessage(
  draft: Draft,
  context: Context,
  state: StateOf<'llmRequesting'>,
  event: HooksAnswered,
): Step {
  const { blocks, of } = event
  if (of.type === 'turn') return recordHooks(draft, state, event)
  const { phase, turn } = state
  if (phase.type === 'backoff' || phase.requestId !== of.requestId) return refused('stale')
  addRuns(draft, event.runs, of.text)
  return blocks === null
    ? draft.moveTo(state)
    : rewindBlocked(draft, context, { turn, phase, fromSeq: of.fromSeq, why: blocks })
}

function rewindBlocked(
  draft: Draft,
  context: Context,
  blocked: Pick<StateOf<'llmRequesting'>, 'turn'> & {
    readonly phase: Exclude<StateOf<'llmRequesting'>['phase'], { type: 'backoff' }>
    readonly fromSeq: number
    readonly why: string
  },
): Moved {
  const { fromSeq, phase, turn, why } = blocked
  draft.start({ type: 'stopTimer', timerId: phase.timerId })
  draft.start({ type: 'stopWork', workIds: [phase.requestId], reason: 'user' })
  draft.addMessage({ type: 'rewound', fromSeq })
  const message = `A hook of yours blocked this message, so it was not sent to the model and is taken back. ${why}`
  const error = { kind: 'refused', message } as const
  if (context.role.type === 'child') return failTurn(draft, context, turn, error)
  // As after any rewind, nothing is left to continue or to retry.
  draft.record({ type: 'turnFailed', turnId: turn.id, error })
  draft.addMessage({ type: 'error', kind: error.kind, text: message })
  return draft.moveTo(IDLE)
}

/** Adds a message with text for the model; without such text, a message that only people see. */
function addRuns(draft: Draft, hooks: HooksAnswered['runs'], text: string): void {
  const content =
    text === ''
      ? ({ type: 'system', text: wordsOf(hooks) } as const)
      : ({ type: 'user', text, attachments: [], author: 'phoenix' } as const)
  draft.addMessage({ ...content, hooks })
}

function wordsOf(runs: HooksAnswered['runs']): string {
  return `Hooks ran: ${runs.map(({ command, outcome }) => `${command} (${outcome})`).join(', ')}.`
}
