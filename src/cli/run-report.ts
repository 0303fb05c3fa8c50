import { nameOfModel } from '../client/words/model-words.ts'
import { assertNever } from '../shared/assert-never.ts'
import type { RunEvent } from '../shared/conversation/run-event.ts'
import { visibleText } from '../shared/visible-text.ts'
import { wordsOfError, wordsOfOutcome } from '../client/words/words.ts'
import { formatTaken } from '../client/words/time.ts'
import type { Terminal } from './terminal.ts'

/** A `RunEvent` without its time. */
export type RunHappening = RunEvent extends infer Each
  ? Each extends RunEvent
    ? Omit<Each, 'at'>
    : never
  : never

type Out = Pick<Terminal, 'print' | 'note' | 'isShown'>

/** Reports as JSON, one line per event. */
export function jsonReport(out: Out, now: () => number): (happened: RunHappening) => void {
  return (happened) => out.print(`${JSON.stringify({ at: now(), ...happened })}\n`)
}

/**
 * Reports for people: the answer on standard output, everything else on standard error. Nothing that a model says can
 * control the terminal.
 */
export function plainReport(out: Out): (happened: RunHappening) => void {
  /** The part of the current reply that was shown, and its request. */
  let live = { requestId: '', text: '' }
  const shown = (text: string): string => (out.isShown ? visibleText(text, 'kept') : text)

  function endLive(text: string): void {
    const rest = text.startsWith(live.text) ? text.slice(live.text.length) : `\n${text}`
    live = { requestId: '', text: '' }
    out.print(shown(withBreak(rest)))
  }

  return (happened) => {
    switch (happened.type) {
      case 'started':
        return out.note(
          `Conversation ${happened.conversationId} in ${line(happened.folder)}, asking ${nameOfModel(happened.model)}`,
        )
      case 'delta':
        if (!out.isShown) return
        if (live.requestId !== happened.requestId && live.text !== '') out.print('\n')
        if (live.requestId !== happened.requestId)
          live = { requestId: happened.requestId, text: '' }
        live.text += happened.text
        return out.print(shown(happened.text))
      case 'reply':
        if (happened.text === '') return
        if (out.isShown || happened.isAnswer) return endLive(happened.text)
        return out.note(visibleText(happened.text, 'kept').trimEnd())
      case 'callStarted':
        return out.note(`${line(happened.name)}: ${line(happened.about)}`)
      case 'callEnded': {
        const word = line(happened.summary ?? wordsOfOutcome(happened.outcome))
        const duration = happened.durationMs === null ? '' : `, ${formatTaken(happened.durationMs)}`
        return out.note(`  ${word}${duration}`)
      }
      case 'asked':
        if (happened.by === 'person') return
        return out.note(
          happened.what === 'approval'
            ? 'Denied: nobody is here to allow it. Start phoenix run on a terminal, or choose --permissions.'
            : 'Left unanswered: nobody is here to answer.',
        )
      case 'retrying':
        return out.note(`Trying again: ${wordsOfError(happened.kind)}. ${line(happened.message)}`)
      case 'notice':
        return out.note(line(happened.text))
      case 'ended':
        if (happened.message !== null) out.note(line(happened.message))
        return
      default:
        return assertNever(happened)
    }
  }
}

function line(text: string): string {
  return visibleText(text)
}

function withBreak(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
