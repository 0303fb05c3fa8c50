import { LIVE_OUTPUT_LENGTH } from '../../shared/conversation/conversation.ts'
import type { ClientEventOf } from '../../shared/protocol/events.ts'
import type { ShellCommand } from '../../shared/conversation/shell-command.ts'

/** With this command, new or updated. */
export function withShell(
  shells: readonly ShellCommand[],
  command: ShellCommand,
): readonly ShellCommand[] {
  const at = shells.findIndex(({ id }) => id === command.id)
  return at === -1 ? [...shells, command] : shells.with(at, command)
}

/** With a command's new output: only the end of a long output stays on the page while it runs. */
export function withPrinted(
  shells: readonly ShellCommand[],
  { id, text }: ClientEventOf<'conversation.shellPrinted'>,
): readonly ShellCommand[] {
  return shells.map((each) =>
    each.id === id ? { ...each, output: (each.output + text).slice(-LIVE_OUTPUT_LENGTH) } : each,
  )
}

/** The commands of two pages, each as in the later page. */
export function joinedShells(
  earlier: readonly ShellCommand[],
  later: readonly ShellCommand[],
): readonly ShellCommand[] {
  const known = new Set(later.map(({ id }) => id))
  return [...earlier.filter(({ id }) => !known.has(id)), ...later]
}
