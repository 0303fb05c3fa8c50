import { MAX_SHELL_LENGTH, type ShellCommand } from '../../../shared/conversation/shell-command.ts'

/** In UTF-16 code units: each may take four in the command. */
export const MAX_COMMIT_MESSAGE = Math.floor((MAX_SHELL_LENGTH - 100) / 4)

/**
 * The command with which a person would commit everything in the folder, and nothing outside it: other staged files of
 * a larger repository stay staged.
 */
export function commitCommand(message: string): string {
  return `${BEFORE}${quoted(message.trim())}${AFTER}`
}

const BEFORE = 'git add -A . && git commit -m '
const AFTER = ' -- .'

/** The message of the commit that was tried last and did not come about, as a hook refused it; '' if it did, or none was. */
export function refusedMessage(
  commands: readonly Pick<ShellCommand, 'command' | 'phase'>[],
): string {
  const last = commands.findLast(
    ({ command }) => command.startsWith(BEFORE) && command.endsWith(AFTER),
  )
  if (last === undefined || last.phase.type === 'running') return ''
  if (last.phase.type === 'exited' && last.phase.code === 0) return ''
  const text = last.command.slice(BEFORE.length, -AFTER.length)
  const message = text.slice(1, -1).replaceAll(String.raw`'\''`, "'")
  return quoted(message) === text ? message : ''
}

/** Quotes any text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
