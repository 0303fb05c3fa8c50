import { type AgentContext, type ClientCapabilities, methods } from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import type { ClientEventOf } from '../../shared/protocol/events.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { MAX_EDITOR_TEXT } from '../../shared/conversation/editor-text.ts'

/** Offers to answer for the files of a session, if the client lets them be read. `note`: reports what is not used. */
export async function offerText(
  client: Client,
  capabilities: ClientCapabilities,
  conversationId: ConversationId,
  note: (line: string) => void,
): Promise<void> {
  if (capabilities.fs?.readTextFile !== true) return
  const offered = await client.request('editor.offer', { conversationId, isOffered: true })
  if (!offered.ok) note(`Unsaved changes are not seen: ${offered.error.message}`)
}

/** Asks the client for its text of a file. The asker has a deadline; a late answer shows that the client answers again. */
export async function answerText(
  client: Client,
  peer: AgentContext,
  { askId, conversationId: sessionId, path }: ClientEventOf<'editor.asked'>,
  note: (line: string) => void,
): Promise<void> {
  const answer = await peer
    .request(methods.client.fs.readTextFile, { sessionId, path })
    .catch(() => null)
  const content: unknown = answer?.content
  const isText = typeof content === 'string' && content.isWellFormed()
  const isShort = isText && jsonBytes(content) <= MAX_EDITOR_TEXT
  if (isText && !isShort) note(`The editor's text of ${path} is too long, so the file is read.`)
  await client.request('editor.answer', { askId, text: isShort ? content : null })
}

function jsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length
}
