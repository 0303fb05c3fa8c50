import { assertNever } from '../../shared/assert-never.ts'
import { firstUnits } from '../../shared/visible-text.ts'
import { type ShellCommand, shellTextIn } from '../../shared/conversation/shell-command.ts'
import type { LocalFile } from '../files/upload.ts'
import { plainOutput } from './copied-text.ts'
import { formatDuration, formatTaken } from './time.ts'

/** The maximum length of the file's name, so it fits into a card. */
const NAME_LENGTH = 40

/** Returns the command in the message field. Null if it contains none. */
export function shellCommandIn(draft: string): string | null {
  const command = shellTextIn(draft)?.trim() ?? ''
  return command === '' ? null : command
}

/** Describes the state of a command in a few words. */
export function outcomeOfShell({ phase, since }: ShellCommand, now: number): string {
  switch (phase.type) {
    case 'running':
      return `Running · ${formatDuration(Math.max(0, now - since))}`
    case 'exited':
      return `exit ${phase.code} · ${formatTaken(phase.at - since)}`
    case 'killed':
      return `killed by ${phase.signal} · ${formatTaken(phase.at - since)}`
    case 'stopped':
      return `${STOPPED[phase.by]} · ${formatTaken(phase.at - since)}`
    case 'notStarted':
      return 'Not started'
    case 'interrupted':
      return 'Phoenix quit while it was running'
    default:
      return assertNever(phase)
  }
}

const STOPPED = {
  person: 'Stopped by you',
  quit: 'Stopped when Phoenix quit',
  network: 'Stopped: the network was switched off',
  limit: 'Stopped after a day',
} as const

export function isBadShell({ phase }: ShellCommand): boolean {
  return phase.type === 'exited' ? phase.code !== 0 : phase.type === 'killed'
}

/**
 * Returns the text file that the agent gets with the next message. `now`: for the duration of a running command, in ms
 * since 1970.
 */
export function fileOfShell(command: ShellCommand, now: number): LocalFile {
  const printed = plainOutput(command.output).trimEnd()
  const lines = [
    'The user ran this command in the folder:',
    `$ ${command.command}`,
    printed === '' ? '(no output)' : printed,
    outcomeOfShell(command, now),
  ]
  const [first = ''] = command.command.split('\n', 1)
  const name = first.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim()
  const short = firstUnits(name, NAME_LENGTH).trim()
  return new File([lines.join('\n')], `${short === '' ? 'Command' : short}.txt`, {
    type: 'text/plain',
  })
}
