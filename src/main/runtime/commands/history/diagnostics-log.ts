import * as z from '../../../../shared/schema.ts'
import { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { HistoryLog } from '../../ports/history-log.ts'

const Row = z.object({
  seq: z.number(),
  id: z.string(),
  at: z.number(),
  kind: z.enum(['input', 'lifecycle']),
  parentId: z.string().nullable(),
  body: z.unknown(),
})
const LoggedMessage = z.object({
  id: MessageId,
  seq: z.number(),
  at: z.number(),
  content: z.unknown(),
})

/** The parts used of a diagnostics file with a conversation and its texts. */
const Diagnostics = z.object({
  conversation: z.object({
    id: ConversationId,
    withTexts: z.literal(true),
    stored: z.object({ seq: z.number(), messages: z.number(), state: z.unknown() }),
  }),
  events: z.array(Row),
  messages: z.array(LoggedMessage),
})

/**
 * Reads the log of the one conversation in a diagnostics file, to be folded like a stored one. Fails with a sentence
 * for people.
 */
export function logOfDiagnostics(text: string): Result<HistoryLog, string> {
  const parsed = Diagnostics.safeParse(jsonOf(text))
  if (!parsed.success) return failed(NO_LOG)
  const { conversation, events, messages } = parsed.data
  const byId = new Map(messages.map(({ id, ...message }) => [id, message]))
  const listed = { id: conversation.id, title: 'The conversation of this file' }
  return ok({
    conversations: (after) => (after === null ? [listed] : []),
    count: () => 1,
    rows: (_id, afterSeq, limit) => events.filter(({ seq }) => seq > afterSeq).slice(0, limit),
    message: (id) => byId.get(id) ?? null,
    messages: (_id, afterSeq, limit) =>
      messages.filter(({ seq }) => seq > afterSeq).slice(0, limit),
    end: () => conversation.stored,
  })
}

const NO_LOG =
  'This file contains no conversation that can be replayed. Save diagnostics of the conversation with “Include what was said”.'

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
