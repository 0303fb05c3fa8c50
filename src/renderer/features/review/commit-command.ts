import { MAX_SHELL_LENGTH } from '../../../shared/conversation/shell-command.ts'

/** In UTF-16 code units: each may take four in the command. */
export const MAX_COMMIT_MESSAGE = Math.floor((MAX_SHELL_LENGTH - 100) / 4)

/**
 * What a person would type to commit everything in the folder, and nothing outside it: what is staged elsewhere in a larger
 * repository stays so.
 */
export function commitCommand(message: string): string {
  return `git add -A . && git commit -m ${quoted(message.trim())} -- .`
}

/** For a shell, whatever it contains. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
