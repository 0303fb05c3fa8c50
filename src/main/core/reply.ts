import { assertNever } from '../../shared/assert-never.ts'
import type { Block } from '../../shared/content.ts'
import type { Turn } from '../../shared/turn.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { Context } from './context.ts'
import type { CallFacts, EventOf } from './event.ts'
import type { Draft, Moved } from './step.ts'
import { callIdOf } from '../../shared/call-id.ts'
import { beginRound, sayResult } from './tool-round.ts'
import {
  addUsage,
  awaitLlm,
  completeTurn,
  failTurn,
  interruptTurn,
  providerOf,
  sayContinue,
} from './turn.ts'

/** A reply that was cut is continued this many times in a row, then the user is asked (T45). */
const MAX_CONTINUATIONS = 3

export type ReplyVerdict =
  | { readonly type: 'accepted'; readonly moved: Moved }
  /** A reply that says nothing to a message: failed, to be retried. */
  | {
      readonly type: 'unusable'
      readonly turn: Turn
      readonly failure: {
        readonly kind: 'server'
        readonly detail: string
        readonly retryAfterMs: null
      }
    }

/** How a reply ends (machine.md, rule 13). */
export function acceptReply(
  draft: Draft,
  context: Context,
  asked: Turn,
  event: EventOf<'llmResponded'>,
): ReplyVerdict {
  const turn = { ...asked, usage: addUsage(asked.usage, event.usage) }
  switch (event.end) {
    case 'endTurn':
    case 'stopSequence':
    case 'toolUse':
      return isEmpty(event.blocks)
        ? emptyReply(draft, turn, event)
        : accepted(finishedReply(draft, context, { ...turn, continuations: 0 }, event))
    case 'unknown':
      return isEmpty(event.blocks)
        ? emptyReply(draft, turn, event)
        : accepted(oddReply(draft, turn, event))
    case 'pauseTurn':
      return isEmpty(event.blocks)
        ? emptyReply(draft, turn, event)
        : accepted(pausedReply(draft, context, turn, event))
    case 'maxTokens':
      return accepted(cutReply(draft, turn, event))
    case 'contextFull':
      keepCutReply(draft, turn, event)
      return accepted(failTurn(draft, turn.id, { kind: 'invalidRequest', message: CONTEXT_FULL }))
    case 'refusal':
      return accepted(failTurn(draft, turn.id, { kind: 'refused', message: REFUSED }))
    default:
      return assertNever(event.end)
  }
}

const CONTEXT_FULL =
  'The conversation has grown to the limit of what the model can read. Start a new conversation in this folder to go on.'
const REFUSED =
  'The model refused to answer this. Its answer was not kept; send another message to go on.'

function accepted(moved: Moved): ReplyVerdict {
  return { type: 'accepted', moved }
}

/** Nothing that could be shown or run: blank text and thinking alone do not count. */
function isEmpty(blocks: readonly Block[]): boolean {
  return !blocks.some(
    (block) =>
      block.type === 'toolCall' ||
      block.type === 'other' ||
      (block.type === 'text' && block.text.trim() !== ''),
  )
}

/** T44: after results, silence means done; after a message it is the server's fault. */
function emptyReply(draft: Draft, turn: Turn, event: EventOf<'llmResponded'>): ReplyVerdict {
  if (event.follows === 'results') return accepted(completeTurn(draft, turn))
  const detail = 'The model sent an empty answer.'
  return { type: 'unusable', turn, failure: { kind: 'server', detail, retryAfterMs: null } }
}

function finishedReply(
  draft: Draft,
  context: Context,
  turn: Turn,
  event: EventOf<'llmResponded'>,
): Moved {
  const id = sayReply(draft, turn, event, event.blocks)
  if (event.calls.length === 0) return completeTurn(draft, turn)
  return beginRound(draft, context, turn, { id, calls: event.calls })
}

/** An end that we do not know ends safely: nothing runs. */
function oddReply(draft: Draft, turn: Turn, event: EventOf<'llmResponded'>): Moved {
  const id = sayReply(draft, turn, event, event.blocks)
  sayNotRun(draft, id, event.calls, 'Not run: the reply ended in a way that Phoenix does not know.')
  return completeTurn(draft, turn)
}

/** Stored and asked again as it is: the one request that may end with the agent. */
function pausedReply(
  draft: Draft,
  context: Context,
  turn: Turn,
  event: EventOf<'llmResponded'>,
): Moved {
  const id = sayReply(draft, turn, event, event.blocks)
  if (event.calls.length > 0) return beginRound(draft, context, turn, { id, calls: event.calls })
  if (turn.continuations >= MAX_CONTINUATIONS) return restAfterCut(draft, turn)
  return awaitLlm(draft, continued(turn), 'continue')
}

function cutReply(draft: Draft, turn: Turn, event: EventOf<'llmResponded'>): Moved {
  const { keptCalls, droppedCall } = keepCutReply(draft, turn, event)
  if (turn.continuations >= MAX_CONTINUATIONS) return restAfterCut(draft, turn)
  if (keptCalls > 0) return awaitLlm(draft, continued(turn), 'toolResults')
  if (droppedCall) {
    draft.say({
      type: 'user',
      text: 'Your last tool call was cut at the output limit. Do it in smaller steps.',
      attachments: [],
      author: 'phoenix',
    })
  } else {
    sayContinue(draft)
  }
  return awaitLlm(draft, continued(turn), 'continue')
}

/** Keeps what is whole: the text, and earlier calls as not run. A call that was being written is dropped. */
function keepCutReply(
  draft: Draft,
  turn: Turn,
  event: EventOf<'llmResponded'>,
): { readonly keptCalls: number; readonly droppedCall: boolean } {
  const droppedCall = event.blocks.at(-1)?.type === 'toolCall'
  const blocks = droppedCall ? event.blocks.slice(0, -1) : event.blocks
  const calls = droppedCall ? event.calls.slice(0, -1) : event.calls
  if (!isEmpty(blocks)) {
    const id = sayReply(draft, turn, event, blocks)
    sayNotRun(draft, id, calls, 'Not run: the reply was cut at the output limit.')
  }
  return { keptCalls: calls.length, droppedCall }
}

function restAfterCut(draft: Draft, turn: Turn): Moved {
  return interruptTurn(draft, turn.id, 'cutReply', 'cutReply')
}

function continued(turn: Turn): Turn {
  return { ...turn, continuations: turn.continuations + 1 }
}

function sayReply(
  draft: Draft,
  turn: Turn,
  event: EventOf<'llmResponded'>,
  blocks: readonly Block[],
): MessageId {
  const { end, usage } = event
  const { model } = providerOf(turn)
  return draft.say({ type: 'agent', turnId: turn.id, model, blocks, end, usage })
}

function sayNotRun(
  draft: Draft,
  replyId: MessageId,
  calls: readonly CallFacts[],
  text: string,
): void {
  calls.forEach((_, index) => {
    sayResult(draft, { callId: callIdOf(replyId, index), text, outcome: 'notRun' })
  })
}
