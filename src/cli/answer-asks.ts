import type { Client } from '../client/client.ts'
import { callIn } from '../shared/messages/call-id.ts'
import type { CallId, ConversationId } from '../shared/ids.ts'
import {
  type AskedCallView,
  type StateViewOf,
  unansweredIn,
} from '../shared/conversation/state-view.ts'
import type { ApprovalAnswer } from '../shared/conversation/turn.ts'
import {
  answersQuestion,
  type QuestionAnswer,
  questionOf,
  type UserQuestion,
} from '../shared/messages/user-question.ts'
import { visibleText } from '../shared/visible-text.ts'
import { alwaysChoicesOf } from '../renderer/features/approval/always-choices.ts'
import { wordsOfWhy } from '../renderer/features/approval/approval-words.ts'
import { type AskedCall, askedCallOf } from '../renderer/features/approval/askers.ts'
import { textOfInput } from '../renderer/features/thread/calls/call-texts.ts'
import { follow, type Followed } from './follow.ts'
import type { Happened } from './run-report.ts'
import type { Terminal } from './terminal.ts'

const NOBODY =
  'Nobody can be asked: Phoenix was started from a script, without a terminal. Go on without this, or say what is needed.'

/** Answers what a conversation and its sub-agents ask a person: by asking on the terminal, one question at a time, or by refusing. */
export class AskAnswerer {
  private readonly client: Client
  private readonly terminal: Pick<Terminal, 'ask' | 'canAsk' | 'note'>
  private readonly tell: (happened: Happened) => void
  private readonly known = new Set<ConversationId>()
  /** Open questions: each is taken back when it is answered elsewhere, or is no more. */
  private readonly open = new Map<CallId, AbortController>()
  private last = Promise.resolve()
  /** Something was refused since nobody was there. */
  hasRefused = false

  constructor(
    client: Client,
    terminal: Pick<Terminal, 'ask' | 'canAsk' | 'note'>,
    tell: (happened: Happened) => void,
  ) {
    this.client = client
    this.terminal = terminal
    this.tell = tell
  }

  /** After each step of a conversation. */
  look(followed: Followed): void {
    const { id, messages, state } = followed
    this.takeBack(followed)
    if (state.type === 'awaitingSubAgents') {
      for (const { agentId, phase } of state.children) {
        if (phase.type === 'asking') this.followChild(agentId)
      }
    }
    if (state.type === 'awaitingApproval') {
      for (const asked of unansweredIn(state)) {
        this.once(id, asked.callId, (signal) => this.approve(followed, asked, signal))
      }
    }
    if (state.type === 'awaitingAnswer') {
      const call = callIn(messages, state.callId)
      const question = call === null ? null : questionOf(call.input)
      this.once(id, state.callId, (signal) => this.reply(id, state.callId, question, signal))
    }
  }

  private followChild(id: ConversationId): void {
    if (this.known.has(id)) return
    this.known.add(id)
    void follow(this.client, id, { onStep: (child) => this.look(child) })
  }

  private once(
    conversationId: ConversationId,
    callId: CallId,
    answer: (signal: AbortSignal) => Promise<void>,
  ): void {
    if (this.open.has(callId)) return
    const taking = new AbortController()
    this.open.set(callId, taking)
    this.owners.set(callId, conversationId)
    this.last = this.last.then(() => (taking.signal.aborted ? undefined : answer(taking.signal)))
  }

  private readonly owners = new Map<CallId, ConversationId>()

  /** What is asked no more. */
  private takeBack({ id, state }: Followed): void {
    const asked = new Set(askedIn(state))
    for (const [callId, taking] of this.open) {
      if (this.owners.get(callId) !== id || asked.has(callId)) continue
      taking.abort()
      this.open.delete(callId)
    }
  }

  private async approve(
    followed: Followed,
    asked: AskedCallView,
    signal: AbortSignal,
  ): Promise<void> {
    const { id: conversationId, messages } = followed
    const { callId } = asked
    const call = askedCallOf(asked, messages)
    const given =
      call === null || !this.terminal.canAsk
        ? null
        : await this.askForApproval(conversationId, call, signal)
    if (signal.aborted) return
    const by = given === null ? 'nobody' : 'person'
    const answer: ApprovalAnswer = given ?? { type: 'deny', reason: NOBODY }
    if (by === 'nobody') this.hasRefused = true
    const said = answer.type === 'edited' ? 'once' : answer.type
    this.tell({ type: 'asked', conversationId, callId, what: 'approval', answer: said, by })
    await this.client.request('approval.answer', { conversationId, callIds: [callId], answer })
  }

  private async askForApproval(
    conversationId: ConversationId,
    asked: AskedCall,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer | null> {
    const { callId, input, name } = asked.call
    const preview = await this.client.request('approval.preview', { conversationId, callId })
    const shown =
      preview.ok && preview.value.type !== 'none' ? preview.value.text : textOfInput(input)
    const [rule] = alwaysChoicesOf(asked)
    this.terminal.note(
      `\n${visibleText(name)} asks to run:\n${visibleText(shown, 'kept')}\n${wordsOfWhy(asked)}`,
    )
    const choices =
      rule === undefined ? '[y]es, [N]o' : '[y]es, [a]lways exactly this in this folder, [N]o'
    const typed = await this.terminal.ask(`Allow it? ${choices}: `, signal)
    if (typed === null) return null
    const word = typed.trim().toLowerCase()
    if (word === 'y' || word === 'yes') return { type: 'once' }
    if (rule !== undefined && (word === 'a' || word === 'always')) return { type: 'always', rule }
    return { type: 'deny', reason: '' }
  }

  private async reply(
    conversationId: ConversationId,
    callId: CallId,
    question: UserQuestion | null,
    signal: AbortSignal,
  ): Promise<void> {
    const given =
      question === null || !this.terminal.canAsk ? null : await this.askQuestion(question, signal)
    if (signal.aborted) return
    const by = given === null ? 'nobody' : 'person'
    const answer: QuestionAnswer = given ?? { type: 'skipped' }
    if (by === 'nobody') this.hasRefused = true
    this.tell({ type: 'asked', conversationId, callId, what: 'question', answer: answer.type, by })
    await this.client.request('question.answer', { conversationId, callId, answer })
  }

  private async askQuestion(
    question: UserQuestion,
    signal: AbortSignal,
  ): Promise<QuestionAnswer | null> {
    const options = question.options.map(({ label }, at) => `  ${at + 1} ${visibleText(label)}`)
    this.terminal.note(['', visibleText(question.question, 'kept'), ...options].join('\n'))
    for (;;) {
      const typed = await this.terminal.ask(
        'Your answer (numbers or words, nothing to skip): ',
        signal,
      )
      if (typed === null) return null
      const answer = readAnswer(typed, question)
      if (answersQuestion(answer, question)) return answer
      this.terminal.note('That is none of the choices.')
    }
  }
}

function askedIn(state: Followed['state']): readonly CallId[] {
  if (state.type === 'awaitingApproval') return unansweredOf(state)
  return state.type === 'awaitingAnswer' ? [state.callId] : []
}

function unansweredOf(state: StateViewOf<'awaitingApproval'>): readonly CallId[] {
  return unansweredIn(state).map(({ callId }) => callId)
}

function readAnswer(typed: string, { options }: UserQuestion): QuestionAnswer {
  const text = typed.trim()
  if (text === '') return { type: 'skipped' }
  const isNumbers = options.length > 0 && /^\d+([\s,]+\d+)*$/.test(text)
  return isNumbers
    ? {
        type: 'answered',
        options: text.split(/[\s,]+/).map((number) => Number(number) - 1),
        text: '',
      }
    : { type: 'answered', options: [], text }
}
