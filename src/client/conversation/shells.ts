import { LIVE_OUTPUT_LENGTH } from '../../shared/conversation/conversation.ts'
import type { ClientEventOf } from '../../shared/protocol/events.ts'
import type { ShellCommand } from '../../shared/conversation/shell-command.ts'

/** Adds or updates a command. */
export function withShell(
  shells: readonly ShellCommand[],
  command: ShellCommand,
): readonly ShellCommand[] {
  const at = shells.findIndex(({ id }) => id === command.id)
  return at === -1 ? [...shells, command] : shells.with(at, command)
}

/** Appends a command's new output. Only the end of a long output stays on the page while the command runs. */
export function withPrinted(
  shells: readonly ShellCommand[],
  { id, text }: ClientEventOf<'conversation.shellPrinted'>,
): readonly ShellCommand[] {
  return shells.map((each) =>
    each.id === id ? { ...each, output: (each.output + text).slice(-LIVE_OUTPUT_LENGTH) } : each,
  )
}

/** Joins the commands of two pages. The later page's version of a command wins. */
export function joinedShells(
  earlier: readonly ShellCommand[],
  later: readonly ShellCommand[],
): readonly ShellCommand[] {
  const known = new Set(later.map(({ id }) => id))
  return [...earlier.filter(({ id }) => !known.has(id)), ...later]
}
