import { LIVE_OUTPUT_LENGTH } from '../../shared/conversation/conversation.ts'
import type { ClientEventOf } from '../../shared/protocol/events.ts'
import type { ShellCommand } from '../../shared/conversation/shell-command.ts'

/** With this one, new or as it is now. */
export function withShell(
  shells: readonly ShellCommand[],
  command: ShellCommand,
): readonly ShellCommand[] {
  const at = shells.findIndex(({ id }) => id === command.id)
  return at === -1 ? [...shells, command] : shells.with(at, command)
}

/** With what one has printed: only the end of a long output stays on the page while it runs. */
export function withPrinted(
  shells: readonly ShellCommand[],
  { id, text }: ClientEventOf<'conversation.shellPrinted'>,
): readonly ShellCommand[] {
  return shells.map((each) =>
    each.id === id ? { ...each, output: (each.output + text).slice(-LIVE_OUTPUT_LENGTH) } : each,
  )
}

/** Those of two pages, each as the later page has it. */
export function joinedShells(
  earlier: readonly ShellCommand[],
  later: readonly ShellCommand[],
): readonly ShellCommand[] {
  const known = new Set(later.map(({ id }) => id))
  return [...earlier.filter(({ id }) => !known.has(id)), ...later]
}
