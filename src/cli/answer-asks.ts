import type { Client } from '../client/client.ts'
import {
  type OpenQuestion,
  openQuestionIn,
  type QuestionPlace,
} from '../shared/conversation/open-question.ts'
import type { CallId, ConversationId } from '../shared/ids.ts'
import { type AskedCallView, isAtRest, unansweredIn } from '../shared/conversation/state-view.ts'
import type { ApprovalAnswer } from '../shared/conversation/turn.ts'
import type { QuestionAnswer, UserQuestion } from '../shared/messages/user-question.ts'
import { type AskedCall, askedCallOf } from '../client/conversation/open-approvals.ts'
import { follow, type FollowedConversation } from './follow.ts'
import type { UntimedRunEvent } from './run/run-report.ts'

/** Why a person cannot answer: no terminal or editor asks them, or the input of the terminal has ended (Ctrl+D). */
export type Unanswered = 'nobody' | 'inputEnded'

const REASONS: Readonly<Record<Unanswered, string>> = {
  nobody:
    'Nobody can be asked: Phoenix runs without a terminal, and no editor asks for it. Continue without this, or say what is needed.',
  inputEnded:
    'The user ended the input of the terminal, so nobody can be asked any more. Continue without this, or say what is needed.',
}

/** A call of a conversation, or of one of its sub-agents, that waits for a person. */
export interface CallReference {
  readonly conversationId: ConversationId
  readonly callId: CallId
}

/** Asks a person. The result means nothing once `signal` says that the question is closed. */
export interface Answerer {
  approve(
    at: CallReference,
    call: AskedCall,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer | Unanswered>
  reply(
    at: CallReference,
    question: UserQuestion,
    signal: AbortSignal,
  ): Promise<QuestionAnswer | Unanswered>
}

/**
 * Answers the questions of a conversation and its sub-agents: by asking a person, one question at a time, or by
 * refusing.
 */
export class AskAnswerer {
  readonly #client: Client
  readonly #answerer: Answerer
  readonly #report: (event: UntimedRunEvent) => void
  readonly #isOurs: () => boolean
  /** The sub-agents that are followed because they asked. */
  readonly #children = new Map<ConversationId, AbortController>()
  /** Open questions, by `keyOf`: each is withdrawn when it is answered elsewhere or no longer exists. */
  readonly #open = new Map<
    string,
    { readonly of: ConversationId; readonly asking: AbortController }
  >()
  #last = Promise.resolve()
  /** True if something was refused because nobody could answer. */
  hasRefused = false

  constructor(
    client: Client,
    answerer: Answerer,
    options: {
      readonly report?: (event: UntimedRunEvent) => void
      /**
       * False while nothing that was asked for here runs or waits: what the person cannot be asked here stays open for
       * whoever began it elsewhere. Default: always true.
       */
      readonly isOurs?: () => boolean
    } = {},
  ) {
    this.#client = client
    this.#answerer = answerer
    this.#report = options.report ?? (() => undefined)
    this.#isOurs = options.isOurs ?? (() => true)
  }

  /** Checks for questions after each step of a conversation. */
  look(followed: FollowedConversation): void {
    const { id, messages, state } = followed
    this.#withdraw(id, openKeysIn(state))
    if (state.type === 'awaitingSubAgents') {
      for (const { agentId, phase } of state.children) {
        if (phase.type === 'asking') void this.#followChild(agentId)
      }
    }
    if (state.type === 'awaitingApproval') {
      for (const call of unansweredIn(state)) {
        this.#once(id, keyOf(call), (signal) => this.#approve(followed, call, signal))
      }
    }
    if (state.type === 'awaitingAnswer') {
      const open = openQuestionIn(state, messages)
      const place = open?.place ?? { callId: state.callId }
      this.#once(id, keyOf(place), (signal) =>
        this.#reply({ conversationId: id, ...place }, open, signal),
      )
    }
  }

  /** Withdraws all open questions and lets go of the sub-agents: nobody follows the conversation any more. */
  close(): void {
    for (const { asking } of this.#open.values()) asking.abort()
    this.#open.clear()
    for (const following of this.#children.values()) following.abort()
    this.#children.clear()
  }

  /** Follows a sub-agent until it rests. */
  async #followChild(id: ConversationId): Promise<void> {
    if (this.#children.has(id)) return
    const following = new AbortController()
    const { signal } = following
    this.#children.set(id, following)
    const onStep = (child: FollowedConversation): void => {
      this.look(child)
      if (isAtRest(child.state)) this.#leaveChild(id)
    }
    const onLost = (): void => this.#leaveChild(id)
    const opened = await follow(this.#client, id, { onStep, onLost, signal })
    // The next step tries again.
    if (!opened.ok && !signal.aborted) this.#leaveChild(id)
  }

  #leaveChild(id: ConversationId): void {
    this.#children.get(id)?.abort()
    this.#children.delete(id)
    this.#withdraw(id, [])
  }

  #once(
    conversationId: ConversationId,
    key: string,
    answer: (signal: AbortSignal) => Promise<void>,
  ): void {
    if (this.#open.has(key)) return
    const asking = new AbortController()
    this.#open.set(key, { of: conversationId, asking })
    this.#last = this.#last.then(() => (asking.signal.aborted ? undefined : answer(asking.signal)))
  }

  /** Withdraws the questions of a conversation that are no longer open. */
  #withdraw(id: ConversationId, stillOpen: readonly string[]): void {
    for (const [key, { asking, of }] of this.#open) {
      if (of !== id || stillOpen.includes(key)) continue
      asking.abort()
      this.#open.delete(key)
    }
  }

  async #approve(
    followed: FollowedConversation,
    view: AskedCallView,
    signal: AbortSignal,
  ): Promise<void> {
    const { id: conversationId, messages } = followed
    const at = { conversationId, callId: view.callId }
    const call = askedCallOf(view, messages)
    const answered = call === null ? 'nobody' : await this.#answerer.approve(at, call, signal)
    if (signal.aborted || this.#isLeft(at, answered)) return
    const by = this.#whoGave(answered)
    const answer: ApprovalAnswer =
      typeof answered === 'string' ? { type: 'deny', reason: REASONS[answered] } : answered
    const reported = answer.type === 'edited' ? 'once' : answer.type
    this.#report({ type: 'asked', ...at, what: 'approval', answer: reported, by })
    const callIds = [view.callId]
    await this.#client.request('approval.answer', { conversationId, callIds, answer })
  }

  async #reply(
    at: CallReference & QuestionPlace,
    open: OpenQuestion | null,
    signal: AbortSignal,
  ): Promise<void> {
    const answered =
      open === null ? 'nobody' : await this.#answerer.reply(at, withAsker(open), signal)
    const { callId, conversationId } = at
    if (signal.aborted || this.#isLeft(at, answered)) return
    const by = this.#whoGave(answered)
    const answer: QuestionAnswer =
      typeof answered === 'string' ? { type: 'skipped', isUnasked: true } : answered
    this.#report({
      type: 'asked',
      conversationId,
      callId,
      what: 'question',
      answer: answer.type,
      by,
    })
    await this.#client.request('question.answer', { ...at, answer })
  }

  /** Leaves to others what cannot be asked here. The next step asks again: by then it may hold up a prompt from here. */
  #isLeft(at: QuestionPlace, answered: object | Unanswered): boolean {
    if (typeof answered !== 'string' || this.#isOurs()) return false
    this.#open.delete(keyOf(at))
    return true
  }

  #whoGave(answered: object | Unanswered): 'person' | Unanswered {
    if (typeof answered !== 'string') return 'person'
    this.hasRefused = true
    return answered
  }
}

/** Adds the name of the asker, unless it is the agent. */
function withAsker({ by, question }: OpenQuestion): UserQuestion {
  return by === null ? question : { ...question, question: `${by} asks: ${question.question}` }
}

function openKeysIn(state: FollowedConversation['state']): readonly string[] {
  if (state.type === 'awaitingApproval') return unansweredIn(state).map(keyOf)
  if (state.type !== 'awaitingAnswer') return []
  const { asked, callId } = state
  return [keyOf(asked === undefined ? { callId } : { callId, number: asked.number })]
}

/** A running call asks one question after the other. */
function keyOf({ callId, number = 0 }: QuestionPlace): string {
  return `${callId} ${number}`
}
