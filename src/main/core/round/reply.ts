import { assertNever } from '../../../shared/assert-never.ts'
import { addUsage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Context } from '../machine/context.ts'
import type { CallFacts, EventOf } from '../machine/event.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { contextFull } from '../turn/compaction.ts'
import { textOf } from '../turn/reply-text.ts'
import { beginRound, addTextResult } from './tool-round.ts'
import { completeTurn, failTurn, interruptTurn } from '../turn/turn-end.ts'
import { awaitLlm, providerOf, addContinue, addPhoenixMessage } from '../turn/turn.ts'

/** Maximum number of continuations of a cut reply in a row; then a person is asked (T45). */
const MAX_CONTINUATIONS = 3

export type ReplyVerdict =
  | { readonly type: 'accepted'; readonly moved: Moved }
  /** An empty reply to a message: it counts as failed and is retried. */
  | {
      readonly type: 'unusable'
      readonly turn: Turn
      readonly failure: {
        readonly kind: 'server'
        readonly detail: string
        readonly retryAfterMs: null
      }
    }

/** The turn, and how its request was sent, because settings may have changed since. */
export interface SentRequest {
  readonly turn: Turn
  readonly withTools: boolean
}

/** Decides what follows from the end of a reply (rule 13). */
export function acceptReply(
  draft: Draft,
  context: Context,
  sent: SentRequest,
  event: EventOf<'llmResponded'>,
): ReplyVerdict {
  const usage = addUsage(sent.turn.usage, event.usage)
  const turn = { ...sent.turn, usage, compactionFailures: 0 }
  // Only the last request of a sub-agent has no tools.
  if (!sent.withTools) return lastReply(draft, context, turn, event)
  switch (event.end) {
    case 'endTurn':
    case 'stopSequence':
    case 'toolUse':
      return isEmpty(event.blocks)
        ? emptyReply(draft, context, turn, event)
        : accepted(finishedReply(draft, context, { ...turn, continuations: 0 }, event))
    case 'unknown':
      return isEmpty(event.blocks)
        ? emptyReply(draft, context, turn, event)
        : accepted(unknownEndReply(draft, context, turn, event))
    case 'pauseTurn':
      return isEmpty(event.blocks)
        ? emptyReply(draft, context, turn, event)
        : accepted(pausedReply(draft, context, turn, event))
    case 'maxTokens':
    case 'contextFull':
      return accepted(cutReply(draft, context, turn, event))
    case 'refusal':
      return accepted(failTurn(draft, context, turn, { kind: 'refused', message: REFUSED }))
    default:
      return assertNever(event.end)
  }
}

const REFUSED =
  'The model refused to answer this. Its answer was not kept; send another message to continue.'

function accepted(moved: Moved): ReplyVerdict {
  return { type: 'accepted', moved }
}

/** True if there is nothing to show or run: blank text and thinking do not count. */
function isEmpty(blocks: readonly Block[]): boolean {
  return !blocks.some(
    (block) =>
      block.type === 'toolCall' ||
      block.type === 'serverTool' ||
      block.type === 'other' ||
      (block.type === 'text' && block.text.trim() !== ''),
  )
}

/** T44: after results, an empty reply means done; after a message it is an error of the server. */
function emptyReply(
  draft: Draft,
  context: Context,
  turn: Turn,
  event: EventOf<'llmResponded'>,
): ReplyVerdict {
  if (event.follows === 'results') return accepted(endWithText(draft, context, turn, ''))
  const detail = 'The model sent an empty answer.'
  return { type: 'unusable', turn, failure: { kind: 'server', detail, retryAfterMs: null } }
}

function finishedReply(
  draft: Draft,
  context: Context,
  before: Turn,
  event: EventOf<'llmResponded'>,
): Moved {
  const { id, turn } = addReply(draft, before, event, event.blocks)
  if (event.calls.length === 0) return endWithText(draft, context, turn, textOf(event.blocks))
  return beginRound(draft, context, turn, { id, calls: event.calls })
}

/** T52: a sub-agent that ends in text is asked once to submit; after that, the text is its result. */
function endWithText(draft: Draft, context: Context, turn: Turn, text: string): Moved {
  if (context.role.type === 'root' || turn.askedToSubmit) {
    return completeTurn(draft, context, turn, text)
  }
  addPhoenixMessage(draft, 'Call submit_result with everything the caller needs to know.')
  return awaitLlm(draft, context, { ...turn, askedToSubmit: true }, 'continue')
}

/** Ends with a sub-agent's last reply, requested without tools: its text is the result. */
function lastReply(
  draft: Draft,
  context: Context,
  before: Turn,
  event: EventOf<'llmResponded'>,
): ReplyVerdict {
  const text = textOf(event.blocks)
  if (event.end === 'refusal' || text.trim() === '') {
    return emptyReply(draft, context, before, { ...event, follows: 'message' })
  }
  const { blocks, calls } = wholePart(event)
  const { id, turn } = addReply(draft, before, event, blocks)
  addNotRunResults(draft, id, calls, 'Not run: the sub-agent had reached its limit.')
  return accepted(completeTurn(draft, context, turn, text))
}

/** Ends the turn safely for an unknown end reason: nothing runs. A sub-agent does not submit what may be incomplete. */
function unknownEndReply(
  draft: Draft,
  context: Context,
  before: Turn,
  event: EventOf<'llmResponded'>,
): Moved {
  const { id, turn } = addReply(draft, before, event, event.blocks)
  if (event.calls.length === 0) return endWithText(draft, context, turn, textOf(event.blocks))
  addNotRunResults(
    draft,
    id,
    event.calls,
    'Not run: the reply ended in a way that Phoenix does not recognise.',
  )
  return context.role.type === 'root'
    ? completeTurn(draft, context, turn, textOf(event.blocks))
    : failTurn(draft, context, turn, { kind: 'server', message: ODD_END })
}

const ODD_END =
  'The last reply ended in a way that Phoenix does not recognise. Its tool calls were not run.'

/** Stores the reply and repeats the request unchanged: the only request that may end with the agent. */
function pausedReply(
  draft: Draft,
  context: Context,
  before: Turn,
  event: EventOf<'llmResponded'>,
): Moved {
  const { id, turn } = addReply(draft, before, event, event.blocks)
  if (event.calls.length > 0) return beginRound(draft, context, turn, { id, calls: event.calls })
  if (turn.continuations >= MAX_CONTINUATIONS) return restAfterCut(draft, context, turn)
  return awaitLlm(draft, context, continued(turn), 'continue')
}

/** Handles a reply cut at the output limit, or at the model's context limit: then a summary comes first. */
function cutReply(
  draft: Draft,
  context: Context,
  before: Turn,
  event: EventOf<'llmResponded'>,
): Moved {
  const { turn, keptCalls, droppedCall } = keepCutReply(draft, before, event)
  if (turn.continuations >= MAX_CONTINUATIONS) return restAfterCut(draft, context, turn)
  if (keptCalls === 0 && droppedCall) addPhoenixMessage(draft, SMALLER_STEPS)
  if (keptCalls === 0 && !droppedCall) addContinue(draft)
  const next = continued(turn)
  if (event.end === 'contextFull') return contextFull(draft, context, next)
  return awaitLlm(draft, context, next, keptCalls > 0 ? 'toolResults' : 'continue')
}

const SMALLER_STEPS = 'Your last tool call was cut off at the output limit. Do it in smaller steps.'

type WholePart = Pick<EventOf<'llmResponded'>, 'blocks' | 'calls'> & {
  readonly droppedCall: boolean
}

/** Drops a call that was being written when the reply was cut. */
function wholePart({ blocks, calls, end }: EventOf<'llmResponded'>): WholePart {
  const isCut = end === 'maxTokens' || end === 'contextFull'
  if (!isCut || blocks.at(-1)?.type !== 'toolCall') return { blocks, calls, droppedCall: false }
  return { blocks: blocks.slice(0, -1), calls: calls.slice(0, -1), droppedCall: true }
}

/** Keeps the complete part: the text, and earlier calls as not run. */
function keepCutReply(
  draft: Draft,
  before: Turn,
  event: EventOf<'llmResponded'>,
): { readonly turn: Turn; readonly keptCalls: number; readonly droppedCall: boolean } {
  const { blocks, calls, droppedCall } = wholePart(event)
  if (isEmpty(blocks)) return { turn: before, keptCalls: 0, droppedCall }
  const { id, turn } = addReply(draft, before, event, blocks)
  addNotRunResults(draft, id, calls, 'Not run: the reply was cut off at the output limit.')
  return { turn, keptCalls: calls.length, droppedCall }
}

function restAfterCut(draft: Draft, context: Context, turn: Turn): Moved {
  return interruptTurn(draft, context, turn, { reason: 'cutReply', cause: 'cutReply' })
}

function continued(turn: Turn): Turn {
  return { ...turn, continuations: turn.continuations + 1 }
}

function addReply(
  draft: Draft,
  turn: Turn,
  event: EventOf<'llmResponded'>,
  blocks: readonly Block[],
): { readonly id: MessageId; readonly turn: Turn } {
  const { end, usage } = event
  const { endpoint, model, price } = providerOf(turn)
  const by = { turnId: turn.id, endpoint, model, price }
  const id = draft.addMessage({ type: 'agent', ...by, blocks, end, usage })
  return { id, turn: { ...turn, lastReplyId: id } }
}

function addNotRunResults(
  draft: Draft,
  replyId: MessageId,
  calls: readonly CallFacts[],
  text: string,
): void {
  calls.forEach((_, index) => {
    addTextResult(draft, { callId: callIdOf(replyId, index), text, outcome: 'notRun' })
  })
}
