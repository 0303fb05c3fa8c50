import { MAX_SHELL_LENGTH } from '../../../shared/conversation/shell-command.ts'

/** In UTF-16 code units: each may take four in the command. */
export const MAX_COMMIT_MESSAGE = Math.floor((MAX_SHELL_LENGTH - 100) / 4)

/**
 * The command with which a person would commit everything in the folder, and nothing outside it: other staged files of
 * a larger repository stay staged.
 */
export function commitCommand(message: string): string {
  return `git add -A . && git commit -m ${quoted(message.trim())} -- .`
}

/** Quotes any text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
