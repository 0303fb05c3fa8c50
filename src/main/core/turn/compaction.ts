import { assertNever } from '../../../shared/assert-never.ts'
import { addUsage } from '../../../shared/models/usage.ts'
import type { RequestFailure } from '../../../shared/conversation/conversation-state.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import { estimateTokens } from '../request/context-window.ts'
import type { Context } from '../machine/context.ts'
import type { EventOf } from '../machine/event.ts'
import { textOf } from './reply-text.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { awaitCompact, providerOf } from './turn.ts'
import { completeTurn, exhaustContext, failTurn } from './turn-end.ts'

/** The number of unsuccessful summaries that ends the turn (rule 12). */
const MAX_FAILURES = 2

/** Requests a summary within the turn. */
export function beginCompaction(draft: Draft, turn: Turn): Moved {
  const compactionFailures = turn.compactionFailures + 1
  return awaitCompact(draft, { ...turn, compactionFailures }, 'compaction')
}

export function canCompact({ autoCompact }: Context, { compactionFailures }: Turn): boolean {
  return autoCompact && compactionFailures < MAX_FAILURES
}

/** Handles a request that exceeds the model's context: requests a summary, if Phoenix may make one and it can help. */
export function contextFull(draft: Draft, context: Context, turn: Turn): Moved {
  return canCompact(context, turn)
    ? beginCompaction(draft, turn)
    : exhaustContext(draft, context, turn, providerOf(turn))
}

/** Handles a summary that failed or did not help: one more attempt, or the end of the turn. */
export function compactionFailed(
  draft: Draft,
  context: Context,
  turn: Turn,
  failure: RequestFailure,
): Moved {
  if (turn.mending !== null) {
    const message = `${turn.mending} A summary could not be made either.`
    return failTurn(draft, context, turn, { kind: 'invalidRequest', message })
  }
  if (turn.compactionFailures < MAX_FAILURES) return beginCompaction(draft, turn)
  const couldGoOn = turn.goal === 'compaction' && turn.unfinished?.cause !== 'contextExhausted'
  return couldGoOn
    ? failTurn(draft, context, turn, failure)
    : exhaustContext(draft, context, turn, providerOf(turn))
}

/** Records the summary as a message, keeps the originals, and requests the reply again at once. */
export function acceptSummary(
  draft: Draft,
  context: Context,
  turnBefore: Turn,
  event: EventOf<'llmResponded'>,
): Moved {
  const usage = addUsage(turnBefore.usage, event.usage)
  const turn: Turn = { ...turnBefore, usage }
  const text = textOf(event.blocks)
  if (!isWhole(event) || text.trim() === '' || estimateTokens(text) >= event.requestTokens) {
    return compactionFailed(draft, context, turn, NO_SUMMARY)
  }
  const { model, price } = providerOf(turn)
  const part = {
    ...(turn.throughSeq !== null && { throughSeq: turn.throughSeq }),
    ...(turn.focus !== null && { focus: turn.focus }),
  }
  const { usage: spent } = event
  const messageId = draft.addMessage({ type: 'summary', text, model, usage: spent, price, ...part })
  draft.record({ type: 'compacted', turnId: turn.id, messageId })
  return turn.goal === 'compaction'
    ? completeTurn(draft, context, turn, '')
    : awaitCompact(draft, { ...turn, mending: null }, 'reply')
}

/**
 * True for a complete summary. The next steps come last, so a cut summary lacks them. Text with a call is not a
 * summary: the model continued working.
 */
function isWhole({ blocks, end }: EventOf<'llmResponded'>): boolean {
  if (blocks.some(({ type }) => type === 'toolCall')) return false
  switch (end) {
    case 'endTurn':
    case 'stopSequence':
    case 'toolUse':
    case 'unknown':
      return true
    case 'maxTokens':
    case 'pauseTurn':
    case 'contextFull':
    case 'refusal':
      return false
    default:
      return assertNever(end)
  }
}

/** The same text for all cases, so a replay, which lacks text that was not stored, derives the same. */
const NO_SUMMARY: RequestFailure = {
  kind: 'server',
  message:
    'The model did not write a whole summary that is shorter than the conversation. Nothing was changed; press Retry to try again.',
}
