import { nameOfModel, withDisplayName, withModelNames } from '../../client/words/model-words.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { RunEvent } from '../../shared/conversation/run-event.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { wordsOfError, wordsOfOutcome } from '../../client/words/words.ts'
import { formatTaken } from '../../client/words/time.ts'
import { jsonLine } from '../json-line.ts'
import { settledText } from '../settled-text.ts'
import type { Terminal } from '../terminal.ts'
import { printedText, terminalText } from '../terminal-text.ts'

/** A `RunEvent` without its time. */
export type UntimedRunEvent = RunEvent extends infer Each
  ? Each extends RunEvent
    ? Omit<Each, 'at'>
    : never
  : never

type Out = Pick<Terminal, 'print' | 'note' | 'isShown'>

const UNANSWERED = {
  nobody: {
    approval:
      'Denied: nobody is here to allow it. Start phoenix run on a terminal, or choose --permissions.',
    question: 'Left unanswered: nobody is here to answer.',
  },
  inputEnded: {
    approval: 'Denied: the input has ended.',
    question: 'Left unanswered: the input has ended.',
  },
} as const
const NOTHING = { requestId: '', text: '', unshown: '' }

/** Reports as JSON, one line per event. */
export function jsonReport(out: Out, now: () => number): (event: UntimedRunEvent) => void {
  return (event) => out.print(jsonLine({ at: now(), ...event }))
}

/**
 * Reports for people: the answer on standard output, everything else on standard error. Nothing that a model says can
 * control the terminal.
 */
export function plainReport(out: Out): (event: UntimedRunEvent) => void {
  /** The part of the current reply that was shown, what has arrived after it, and its request. */
  let live = NOTHING
  let model = ''
  const sentence = (text: string): string => line(withDisplayName(text, model, null))
  const shown = (text: string): string => printedText(out, text)

  function endLive(text: string): void {
    const rest = text.startsWith(live.text) ? text.slice(live.text.length) : `\n${text}`
    live = NOTHING
    out.print(shown(withBreak(rest)))
  }

  return (event) => {
    switch (event.type) {
      case 'started':
        model = event.model
        return out.note(
          `Conversation ${event.conversationId} in ${line(event.folder)}, asking ${nameOfModel(event.model)}`,
        )
      case 'delta': {
        if (!out.isShown) return
        const { requestId } = event
        if (live.requestId !== requestId && live.text !== '') out.print('\n')
        const { text, unshown } = live.requestId === requestId ? live : NOTHING
        const arrived = unshown + event.text
        const settled = settledText(arrived)
        live = { requestId, text: text + settled, unshown: arrived.slice(settled.length) }
        return out.print(shown(settled))
      }
      case 'reply':
        if (event.text === '') return
        if (out.isShown || event.isAnswer) return endLive(event.text)
        return out.note(terminalText(event.text).trimEnd())
      case 'callStarted':
        return out.note(`${line(event.name)}: ${line(event.about)}`)
      case 'callEnded': {
        const word = line(event.summary ?? wordsOfOutcome(event.outcome))
        const duration = event.durationMs === null ? '' : `, ${formatTaken(event.durationMs)}`
        return out.note(`  ${word}${duration}`)
      }
      case 'asked':
        if (event.by === 'person') return
        return out.note(UNANSWERED[event.by][event.what])
      case 'retrying':
        return out.note(`Trying again: ${wordsOfError(event.kind)}. ${sentence(event.message)}`)
      case 'notice':
        return out.note(line(withModelNames(event.text)))
      case 'ended':
        if (event.message !== null) out.note(sentence(event.message))
        return
      default:
        return assertNever(event)
    }
  }
}

function line(text: string): string {
  return visibleText(text)
}

function withBreak(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
