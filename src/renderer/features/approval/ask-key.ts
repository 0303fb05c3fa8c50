import type { CallId, ConversationId } from '../../../shared/ids.ts'

/** The beginning of the keys of all texts typed about calls of a conversation and its sub-agents (`TypedTexts`). */
export function asksOf(root: ConversationId): string {
  return `ask ${root} `
}

/** The beginning of the keys of all texts typed about this call. */
export function askOf(root: ConversationId, asker: ConversationId, callId: CallId): string {
  return `${asksOf(root)}${asker} ${callId} `
}

export function askKey(
  root: ConversationId,
  asker: ConversationId,
  callId: CallId,
  what: 'reason' | 'command',
): string {
  return askOf(root, asker, callId) + what
}
