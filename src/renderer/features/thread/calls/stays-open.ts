import { CHANGING_TOOLS, READING_TOOLS } from '../../../../shared/conversation/file-tools.ts'
import type { LiveCall } from '../../../../shared/conversation/conversation.ts'

/**
 * True if the card of a call being written shows more than the closed card of the finished call would: that one begins
 * open, because nothing that is in view closes by itself. Reading calls fold together once they are done.
 */
export function staysOpen({ lines, name, text }: LiveCall): boolean {
  if (CHANGING_TOOLS.has(name)) return text !== ''
  return lines > 1 && !READING_TOOLS.has(name)
}
