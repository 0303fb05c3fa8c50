import { assertNever } from '../../shared/assert-never.ts'
import { callIdOf, callIn } from '../../shared/messages/call-id.ts'
import { textsOf } from '../../shared/messages/content.ts'
import type { Message } from '../../shared/messages/message.ts'
import { whatOfCall } from '../../client/words/words.ts'
import type { FollowedConversation } from '../follow.ts'
import type { UntimedRunEvent } from './run-report.ts'
import { withoutButtons } from '../without-buttons.ts'

/** Reports the events of a turn, derived from its steps. */
export class TurnReporter {
  readonly #report: (event: UntimedRunEvent) => void
  /** The last reported state, which may stay the same for several steps. */
  #shown = ''

  constructor(report: (event: UntimedRunEvent) => void) {
    this.#report = report
  }

  take({ messages, state }: FollowedConversation, fresh: readonly Message[]): void {
    for (const message of fresh) this.#reportMessage(message)
    if (state.type === 'toolExecuting' || state.type === 'awaitingSubAgents') {
      const { callId } = state
      const call = callIn(messages, callId)
      if (call === null || !this.#isNew(callId)) return
      const about = whatOfCall(call.input, call.name)
      this.#report({ type: 'callStarted', callId, name: call.name, about })
    }
    if (state.type === 'llmRequesting' && state.phase.type === 'backoff') {
      const { kind, message, retryAt } = state.phase
      if (this.#isNew(String(retryAt))) this.#report({ type: 'retrying', kind, message, retryAt })
    }
  }

  #isNew(what: string): boolean {
    if (this.#shown === what) return false
    this.#shown = what
    return true
  }

  #reportMessage({ content, id: messageId }: Message): void {
    switch (content.type) {
      case 'agent': {
        const { blocks, model } = content
        const written = blocks.filter((block) => block.type === 'toolCall')
        const calls = written.map(({ input, name }, at) => ({
          callId: callIdOf(messageId, at),
          name,
          input,
        }))
        const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
        return this.#report({
          type: 'reply',
          messageId,
          model,
          text,
          isAnswer: calls.length === 0,
          calls,
        })
      }
      case 'tool': {
        const { callId, durationMs, outcome, summary } = content
        const text = textsOf(content.content).join('')
        return this.#report({ type: 'callEnded', callId, outcome, summary, durationMs, text })
      }
      case 'repair':
      case 'system':
        return this.#report({ type: 'notice', text: withoutButtons(content.text) })
      case 'summary':
        return this.#report({
          type: 'notice',
          text: 'The conversation was summarised to make room.',
        })
      // The state reports an error as well.
      case 'error':
      case 'user':
      case 'undo':
      case 'subAgent':
      case 'attachmentsDropped':
      case 'rewound':
      // No turn writes it.
      case 'unreadable':
        return
      default:
        return assertNever(content)
    }
  }
}
