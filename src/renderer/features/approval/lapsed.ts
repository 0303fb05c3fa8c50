import type { CallId, ConversationId, MessageId, TurnId } from '../../../shared/ids.ts'
import type { ConversationView } from '../../state/conversation-view.ts'
import { callToDo } from '../thread/calls/tool-words.ts'
import { whatOfCall } from '../words.ts'
import { type Asker, type Question, askersOf } from './askers.ts'

/** A question that was on the screen. */
interface Shown {
  readonly asker: Asker
  /** Those that had no answer. */
  readonly calls: readonly CallId[]
  /** What was asked first: `Run make`. */
  readonly what: string
}

/** What the place of the card knows of before. */
export interface CardMemory {
  readonly root: ConversationId
  /** Whose question stands there. */
  readonly onScreen: ConversationId | null
  /** Of all that still ask. */
  readonly shown: readonly Shown[]
  /**
   * The last that went although nobody answered it. `turnId`: the turn that ran when it went, `said`: the newest words of a
   * person by then; others are another matter.
   */
  readonly lapsed: {
    readonly what: string
    readonly turnId: TurnId | null
    readonly said: MessageId | null
  } | null
}

/** R8: a question that dies by no act of a person leaves a word behind, until it is read or another turn runs. */
export function remember(
  before: CardMemory | null,
  view: ConversationView,
  question: Question | null,
): CardMemory {
  const root = view.summary.id
  const turnId = view.turn?.id ?? null
  const known = before?.root === root ? before : { shown: [], lapsed: null }
  const current = shownOf(question)
  const asking = new Set(askersOf(view).map(({ conversationId }) => conversationId))
  const isCurrent = ({ asker }: Shown): boolean =>
    asker.conversationId === current?.asker.conversationId
  // Of one that is being stopped it is not known yet why.
  const waiting = known.shown.filter(
    (each) => (asking.has(each.asker.conversationId) || isStopping(each, view)) && !isCurrent(each),
  )
  const dead = known.shown.findLast(
    (each) => !asking.has(each.asker.conversationId) && wentUnanswered(each, view),
  )
  const said = view.messages.findLast(({ content }) => content.type === 'user')?.id ?? null
  // A turn can be over before anybody has looked.
  const isOver = said !== known.lapsed?.said || (turnId !== null && turnId !== known.lapsed.turnId)
  return {
    root,
    onScreen: question?.asker.conversationId ?? null,
    shown: current === null ? waiting : [...waiting, current],
    lapsed: dead === undefined ? (isOver ? null : known.lapsed) : { what: dead.what, turnId, said },
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

/**
 * What came of it says so: a call that a restart closed, a sub-agent that has ended without a result. What a person stopped
 * is no news to them.
 */
function wentUnanswered({ asker, calls }: Shown, { messages }: ConversationView): boolean {
  return messages.some(({ content }) => {
    if (content.type === 'subAgent')
      return (
        content.agentId === asker.conversationId &&
        content.outcome !== 'completed' &&
        content.outcome !== 'cancelled'
      )
    return content.type === 'tool' && calls.includes(content.callId) && content.outcome === 'notRun'
  })
}
