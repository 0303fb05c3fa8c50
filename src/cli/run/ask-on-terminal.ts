import type { Client } from '../../client/client.ts'
import type { ApprovalAnswer } from '../../shared/conversation/turn.ts'
import {
  answersQuestion,
  type QuestionAnswer,
  type UserQuestion,
} from '../../shared/messages/user-question.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { alwaysChoicesOf, labelOfRule } from '../../client/conversation/always-choices.ts'
import { wordsOfWhy } from '../../client/words/approval-words.ts'
import type { AskedCall } from '../../client/conversation/open-approvals.ts'
import { textToAllow } from '../../client/words/call-texts.ts'
import type { Answerer, CallReference, Unanswered } from '../answer-asks.ts'
import type { Terminal } from '../terminal.ts'
import { terminalText } from '../terminal-text.ts'

/** Asks on the terminal, if there is one. */
export function terminalAnswerer(
  client: Client,
  terminal: Pick<Terminal, 'ask' | 'canAsk' | 'note'>,
): Answerer {
  async function approve(
    { callId, conversationId }: CallReference,
    call: AskedCall,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer | Unanswered> {
    if (!terminal.canAsk) return 'nobody'
    const { input, name } = call.call
    const preview = await client.request('approval.preview', { conversationId, callId })
    if (signal.aborted) return 'nobody'
    const shown = textToAllow(input, preview.ok ? preview.value : null)
    const [rule] = alwaysChoicesOf(call)
    terminal.note(
      `\n${visibleText(name)} asks to run:\n${visibleText(shown, 'kept')}\n${wordsOfWhy(call)}`,
    )
    const choices =
      rule === undefined
        ? '[y]es, [N]o'
        : `[y]es, [a]lways in this folder (${visibleText(labelOfRule(rule))}), [N]o`
    const typed = await terminal.ask(`Allow it? ${choices}: `, signal)
    if (typed === null) return 'inputEnded'
    const word = typed.trim().toLowerCase()
    if (word === 'y' || word === 'yes') return { type: 'once' }
    if (rule !== undefined && (word === 'a' || word === 'always')) return { type: 'always', rule }
    return { type: 'deny', reason: '' }
  }

  async function reply(
    _at: CallReference,
    question: UserQuestion,
    signal: AbortSignal,
  ): Promise<QuestionAnswer | Unanswered> {
    if (!terminal.canAsk) return 'nobody'
    const options = question.options.map(
      ({ label }, at) => `  ${at + 1} ${visibleText(label, 'escaped', true)}`,
    )
    terminal.note(['', terminalText(question.question), ...options].join('\n'))
    for (;;) {
      const typed = await terminal.ask(
        'Your answer (numbers or words; press Enter to skip): ',
        signal,
      )
      if (typed === null) return 'inputEnded'
      const answer = readAnswer(typed, question)
      if (answersQuestion(answer, question)) return answer
      terminal.note('That is not one of the choices.')
    }
  }

  return { approve, reply }
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
