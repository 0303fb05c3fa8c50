import { assertNever } from '../../src/shared/assert-never.ts'
import type { UserQuestion } from '../../src/shared/messages/user-question.ts'
import type { ToolRun } from '../../src/main/runtime/ports/ports.ts'
import type { Schedule } from '../schedule.ts'
import { type Asks, UNANSWERED } from '../faults/tool-faults.ts'

const QUESTION: UserQuestion = {
  question: 'Which one?',
  options: [{ label: 'This' }, { label: 'That' }],
  multi_select: false,
}

const NEVER = new AbortController().signal
/** A person may answer before or after this. */
const PATIENCE_MS = 1_500

interface AskPlan {
  readonly run: ToolRun
  readonly asks: Asks | null
  /** Time after which its work is done. */
  readonly ms: number
  readonly schedule: Schedule
  /** Wraps an action that runs only if the call still does. */
  readonly running: (go: () => void) => () => void
  /** Ends the call now, as planned. */
  readonly end: () => void
}

/** A call that asks a person as planned, and ends before, after or without the answer. */
export function askAndEnd({ run, asks, ms, schedule, running, end }: AskPlan): void {
  const by = asks === 'inVain' ? UNANSWERED : 'A server'
  const ask = async (withdrawn: AbortSignal = NEVER): Promise<unknown> =>
    run.ask?.(by, QUESTION, withdrawn) ?? null
  const after = (delay: number, go: () => void): void =>
    void schedule.after(delay, 'world', `tool of ${run.call.callId} goes on`, go)
  const endAfter = async (answered: Promise<unknown>): Promise<void> => {
    await answered
    after(1, running(end))
  }
  switch (asks) {
    case null:
      return after(ms, running(end))
    case 'once':
    case 'inVain':
      return after(
        ms,
        running(() => void endAfter(ask())),
      )
    case 'again':
      return after(
        ms,
        running(
          () =>
            void endAfter(
              ask()
                .then(() => ask())
                .then(() => ask()),
            ),
        ),
      )
    case 'atOnce':
      return after(
        ms,
        running(() => void endAfter(Promise.race([ask(), ask()]))),
      )
    case 'withdrawn': {
      const withdrawal = new AbortController()
      after(ms + PATIENCE_MS, () => withdrawal.abort())
      return after(
        ms,
        running(() => void endAfter(ask(withdrawal.signal))),
      )
    }
    case 'ending':
      after(
        ms / 2,
        running(() => void ask()),
      )
      return after(ms, running(end))
    case 'late':
      after(ms, running(end))
      return after(ms + 5, () => void ask())
    case 'stopped':
      run.signal.addEventListener('abort', () => void ask(), { once: true })
      return after(ms, running(end))
    default:
      return assertNever(asks)
  }
}
