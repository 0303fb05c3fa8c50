import type { AppError } from '../../../shared/app-error.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { RescuePlace } from '../../../shared/storage/recovery.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Client } from '../../../client/client.ts'
import { jsonOf } from '../../../client/export/export-json.ts'
import { type ExportedConversation, markdownOf } from '../../../client/export/export-markdown.ts'

const OPTIONS = { withTools: true, withThinking: false }

/**
 * All rescued messages as the pieces of one file: Markdown, or a JSON array of conversations in the format of the
 * export. `at`: ms since 1970.
 */
export async function exportRescued(
  client: Client,
  format: 'markdown' | 'json',
  at: number,
): Promise<Result<readonly string[], AppError>> {
  const pieces: string[] = []
  let messages: Message[] = []
  let from: RescuePlace | null = null
  do {
    const answer: Awaited<ReturnType<typeof ask>> = await ask(client, from)
    if (!answer.ok) return answer
    const { part } = answer.value
    if (part === null) break
    messages.push(...part.messages)
    from = part.next
    // The next page belongs to another conversation, or there is none.
    if (from === null || from.afterSeq === 0) {
      const whole = { ...part.conversation, messages, shells: [], images: null, exportedAt: at }
      pieces.push(...written(whole, format, pieces.length === 0))
      messages = []
    }
  } while (from !== null)
  return ok(format === 'json' ? [pieces.length === 0 ? '[' : '', ...pieces, ']\n'] : pieces)
}

function written(
  conversation: ExportedConversation,
  format: 'markdown' | 'json',
  isFirst: boolean,
): readonly string[] {
  if (format === 'markdown') return markdownOf(conversation, OPTIONS)
  return [isFirst ? '[' : ',', ...jsonOf(conversation)]
}

function ask(
  client: Client,
  from: RescuePlace | null,
): ReturnType<typeof client.request<'recovery.export'>> {
  return client.request('recovery.export', { from })
}
