import { MAX_FILE_QUERY } from '../../../shared/file-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../connection/client.ts'
import type { Token } from './token.ts'

/** A file or folder that the message can name. Folders end in `/`. */
export interface Suggestion {
  readonly label: string
  readonly about: string
  readonly path: string
}

/** Best first; none where the host cannot say. */
export async function suggestionsFor(
  { type, query }: Token,
  client: Client,
  conversationId: ConversationId,
): Promise<readonly Suggestion[]> {
  if (type !== 'file' || query.length > MAX_FILE_QUERY) return []
  const answer = await client.request('files.find', { conversationId, text: query })
  if (!answer.ok) return []
  return answer.value.paths.map((path) => ({ label: path, about: '', path }))
}
