import type { CommandOutput } from '../shared/protocol/commands.ts'
import type { ConversationSummary } from '../shared/conversation/conversation.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import type { OpenHost } from './terminal.ts'

export type OpenedApp = CommandOutput<'app.open'>

const NOT_SERVED =
  'Phoenix closed the connection before it answered. It is ending, or as many programs are connected to it as can be. Try again.'

/** Returns the list and the settings. The error is a sentence for people. */
export async function openApp({
  client,
}: Pick<OpenHost, 'client'>): Promise<Result<OpenedApp, string>> {
  const opened = await client.request('app.open', {})
  if (opened.ok) return opened
  const { code, message } = opened.error
  if (code === 'disconnected') return failed(NOT_SERVED)
  if (code !== 'recovering') return failed(message)
  return failed(
    'Phoenix’s database could not be opened. Nothing was changed. Start the app to see what can be done.',
  )
}

/** Finds a conversation by its id, or a unique beginning of the id. The error is a sentence for people. */
export function conversationOf(
  text: string,
  conversations: readonly ConversationSummary[],
): Result<ConversationSummary, string> {
  const found = conversations.filter(({ id }) => id.startsWith(text))
  const [first] = found
  const exact = found.find(({ id }) => id === text) ?? (found.length === 1 ? first : undefined)
  if (exact !== undefined) return ok(exact)
  return failed(
    first === undefined
      ? `There is no conversation ${JSON.stringify(text)}. phoenix list shows them all.`
      : `${found.length} conversations begin with ${JSON.stringify(text)}. Give more of the id.`,
  )
}
