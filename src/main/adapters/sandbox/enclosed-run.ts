import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { notStarted, type RunOutcome } from '../processes/run-outcome.ts'
import { within } from '../processes/within.ts'
import type { Enclosure } from './sandbox.ts'
import { guard } from '../../runtime/guard.ts'

/** How long after the exit the last word on it may take (ms). */
const LAST_WORD_MS = 250
const MAX_REPORT = 4_096

/** What a confined command's end means, told as if nothing had stood between. */
export type EndReader = (outcome: RunOutcome) => Promise<RunOutcome>

/** Attach at once: what is said before is lost. */
export function readEndOf(child: ChildProcess, enclosure: Enclosure): EndReader {
  if (!enclosure.reportsOnThree) return (outcome) => Promise.resolve(outcome)
  const report = readReport(child)
  return async (outcome) => {
    if (outcome.type !== 'exited') return outcome
    const word = await within(report.isOver, LAST_WORD_MS, new AbortController().signal)
    if (report.text().includes('"exit-code"')) return namedSignal(outcome)
    // Only a report that has ended says that nothing ran: then the command may be started again.
    return word.type === 'done' ? neverStarted(outcome) : outcome
  }
}

function readReport(child: ChildProcess): { text(): string; readonly isOver: Promise<void> } {
  const stream = child.stdio[3]
  let text = ''
  if (stream === null || stream === undefined)
    return { text: () => text, isOver: Promise.resolve() }
  const take = guard('the report of a sandbox', (chunk: Buffer) => {
    if (text.length < MAX_REPORT) text += chunk.toString('latin1')
  })
  stream.on('data', take)
  const isOver = new Promise<void>((resolve) => {
    stream.once('end', resolve).once('error', resolve).once('close', resolve)
  })
  return { text: () => text, isOver }
}

type Exited = Extract<RunOutcome, { type: 'exited' }>

/** Signals that kill and that programs do not imitate by their exit codes: 129, for example, is git's own. */
const TELLING = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGKILL',
  'SIGPIPE',
  'SIGSEGV',
  'SIGSYS',
] as const
const ALSO_TELLING = ['SIGTERM', 'SIGTRAP', 'SIGXCPU', 'SIGXFSZ'] as const

/** Between the command and us stands a shell's way of telling: 128 and the number of the signal. */
function namedSignal(outcome: Exited): RunOutcome {
  const { code, durationMs, printed } = outcome
  const signal = [...TELLING, ...ALSO_TELLING].find(
    (name) => constants.signals[name] === code - 128,
  )
  return signal === undefined ? outcome : { type: 'signalled', signal, durationMs, printed }
}

function neverStarted({ printed }: Exited): RunOutcome {
  const said = printed.text.trim().split('\n')[0] ?? ''
  return notStarted(
    `The sandbox could not be set up, so that nothing was run${said === '' ? '' : ` (${said})`}. Try again; if it stays so, tell the user.`,
  )
}
