import {
  answersQuestion,
  chosenLabels,
  type QuestionAnswer,
  questionOf,
  type UserQuestion,
} from '../../../shared/messages/user-question.ts'
import type { StateOf, ToolQuestion } from '../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { CallOutcome } from '../../../shared/messages/message.ts'
import type { Call, Round, Turn } from '../../../shared/conversation/turn.ts'
import type { EventOf } from '../machine/event.ts'
import { firstLine } from '../machine/first-line.ts'
import type { Draft, Moved } from '../machine/step.ts'

/** The agent asks a question, and the turn waits for a person. */
export function askQuestion(draft: Draft, turn: Turn, round: Round, call: Call): Moved {
  const current = { call, startedAt: draft.at }
  const toolCalls = turn.toolCalls + 1
  return draft.moveTo({ type: 'awaitingAnswer', turn: { ...turn, toolCalls }, round, current })
}

/** How long a tool's question waits for a person, in ms. */
const TOOL_WAITS_MS = 10 * 60_000
/** The minimum time that a call has left when it continues, in ms. */
const LEAST_LEFT_MS = 1_000

/** A running tool asks: the time limit of its call is paused while a person thinks. */
export function askForTool(
  draft: Draft,
  { turn, round, current }: StateOf<'toolExecuting'>,
  { by, number, question, workId }: EventOf<'toolAsked'>,
): Moved {
  draft.start({ type: 'stopTimer', timerId: current.timerId })
  const { call, startedAt } = current
  const leftMs = Math.max(LEAST_LEFT_MS, current.deadline - draft.at)
  const timerId = draft.newTimerId()
  const deadline = draft.startTimer(timerId, TOOL_WAITS_MS)
  const toolQuestion = { workId, timerId, deadline, number, by, question, leftMs }
  return draft.moveTo({
    type: 'awaitingAnswer',
    turn,
    round,
    current: { call, startedAt },
    asked: toolQuestion,
  })
}

/** When the call counts as started: what it takes leaves out how long its question has waited for a person. */
export function startWithoutWait(
  draft: Draft,
  { startedAt }: StateOf<'awaitingAnswer'>['current'],
  { deadline }: ToolQuestion,
): number {
  return startedAt + Math.max(0, TOOL_WAITS_MS - (deadline - draft.at))
}

/** Continues the tool with a person's answer; null if nobody answered in time, or could be asked. */
export function answerTool(
  draft: Draft,
  { turn, round, current }: StateOf<'awaitingAnswer'>,
  asked: ToolQuestion,
  answer: QuestionAnswer | null,
): Moved {
  const { leftMs, workId } = asked
  const startedAt = startWithoutWait(draft, current, asked)
  const isUnasked = answer?.type === 'skipped' && answer.isUnasked === true
  draft.start({ type: 'answerTool', workId, answer: isUnasked ? null : answer })
  const timerId = draft.newTimerId()
  const deadline = draft.startTimer(timerId, leftMs)
  return draft.moveTo({
    type: 'toolExecuting',
    turn,
    round,
    current: { ...current, startedAt, workId, timerId, deadline },
  })
}

/** Returns the question that this answers; null if it names another one or is not a valid answer. */
export function questionFor(
  { asked, current }: StateOf<'awaitingAnswer'>,
  { callId, answer, number }: EventOf<'questionAnswered'>,
): UserQuestion | null {
  if (current.call.callId !== callId || asked?.number !== number) return null
  const question = asked?.question ?? questionOf(current.call.input)
  return question !== null && answersQuestion(answer, question) ? question : null
}

/** Returns the answer for the agent, and the short form for the card of the call. */
export function wordsOfAnswer(
  answer: QuestionAnswer,
  question: UserQuestion,
): { readonly text: string; readonly summary: string } {
  if (answer.type === 'skipped') {
    const isUnasked = answer.isUnasked === true
    const why = isUnasked ? 'Nobody could be asked.' : 'The user did not choose.'
    const text = `${why} Continue as you think best, and state your assumptions.`
    return { text, summary: isUnasked ? 'Nobody could be asked' : 'Skipped' }
  }
  const labels = chosenLabels(answer, question)
  const words = answer.text.trim()
  const parts = [
    ...(labels === '' ? [] : [`The user chose: ${labels}`]),
    ...(words === '' ? [] : [`The user answered: ${words}`]),
  ]
  return { text: parts.join('\n\n'), summary: labels === '' ? firstLine(words) : labels }
}

/** Gives the call of a question its result. */
export function addQuestionResult(
  draft: Draft,
  { call, startedAt }: StateOf<'awaitingAnswer'>['current'],
  result: { readonly text: string; readonly summary: string | null; readonly outcome: CallOutcome },
): MessageId {
  return draft.addMessage({
    type: 'tool',
    callId: call.callId,
    outcome: result.outcome,
    content: [{ type: 'text', text: result.text }],
    durationMs: Math.max(0, draft.at - startedAt),
    summary: result.summary,
    files: [],
  })
}
