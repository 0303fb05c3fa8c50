import type { CallId, ConversationId, MessageId, TurnId } from '../../../shared/ids.ts'
import type { ConversationView } from '../../../client/conversation/conversation-view.ts'
import { callToDo } from '../../../client/words/tool-words.ts'
import { whatOfCall } from '../../../client/words/words.ts'
import {
  type AskingConversation,
  type Question,
  askingConversationsOf,
} from '../../../client/conversation/open-approvals.ts'
import { wentUnanswered } from './unanswered.ts'

/** A question that was on the screen. */
interface Shown {
  readonly asker: AskingConversation
  /** Calls without an answer. */
  readonly calls: readonly CallId[]
  /** The first call: `Run make`. */
  readonly what: string
}

/** The questions that this card has shown. */
export interface CardMemory {
  readonly root: ConversationId
  /** The conversation whose question is on the screen. */
  readonly onScreen: ConversationId | null
  /** Questions that are still open. */
  readonly shown: readonly Shown[]
  /**
   * The last question that disappeared without an answer. `turnId`: the turn at that time, `newestMessage`: the person's newest
   * message then; if they differ, it no longer matters.
   */
  readonly lapsed: {
    readonly what: string
    readonly turnId: TurnId | null
    readonly newestMessage: MessageId | null
  } | null
}

/** R8: a question that ends without a person's answer leaves a note, until it is read or another turn runs. */
export function remember(
  before: CardMemory | null,
  view: ConversationView,
  question: Question | null,
): CardMemory {
  const root = view.summary.id
  const turnId = view.turn?.id ?? null
  const known = before?.root === root ? before : { shown: [], lapsed: null }
  const current = shownOf(question)
  const asking = new Set(askingConversationsOf(view).map(({ conversationId }) => conversationId))
  const isCurrent = ({ asker }: Shown): boolean =>
    asker.conversationId === current?.asker.conversationId
  // While the asker is being stopped, the reason is not known yet.
  const waiting = known.shown.filter(
    (each) => (asking.has(each.asker.conversationId) || isStopping(each, view)) && !isCurrent(each),
  )
  const dead = known.shown.findLast(
    (each) =>
      !asking.has(each.asker.conversationId) &&
      wentUnanswered(view, each.calls, each.asker.conversationId),
  )
  const newestMessage = view.messages.findLast(({ content }) => content.type === 'user')?.id ?? null
  // A turn can end before anybody has looked.
  const isOver =
    newestMessage !== known.lapsed?.newestMessage ||
    (turnId !== null && turnId !== known.lapsed.turnId)
  return {
    root,
    onScreen: question?.asker.conversationId ?? null,
    shown: current === null ? waiting : [...waiting, current],
    lapsed:
      dead === undefined
        ? isOver
          ? null
          : known.lapsed
        : { what: dead.what, turnId, newestMessage },
  }
}

function shownOf(question: Question | null): Shown | null {
  if (question?.phase.type !== 'asks') return null
  const { calls, current } = question.phase
  const { input, name } = current.call
  return {
    asker: question.asker,
    calls: calls.filter(({ answer }) => answer === null).map(({ call }) => call.callId),
    what: callToDo(name, whatOfCall(input, name)),
  }
}

function isStopping({ asker }: Shown, { state }: ConversationView): boolean {
  if (state.type !== 'awaitingSubAgents') return false
  const child = state.children.find(({ agentId }) => agentId === asker.conversationId)
  return child?.phase.type === 'stopping'
}
