import type { editorCommands } from '../../../shared/conversation/editor-text.ts'
import { ok } from '../../../shared/result.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'

export function editorHandlers(
  { editor }: Pick<HandlerPorts, 'editor'>,
  { find }: ConversationAccess,
): HandlersOf<keyof typeof editorCommands> {
  const known = new WeakSet<object>()
  return {
    'editor.offer': ({ conversationId, isOffered }, client) => {
      const found = isOffered ? find(conversationId) : null
      if (found?.ok === false) return found
      if (!known.has(client)) client.onClose(() => editor.leave(client))
      known.add(client)
      const ask: Parameters<typeof editor.offer>[2] = (request) =>
        client.push({ type: 'editor.asked', ...request })
      editor.offer(client, conversationId, isOffered ? ask : null)
      return ok({})
    },
    'editor.answer': ({ askId, text }, client) => {
      editor.answer(client, askId, text)
      return ok({})
    },
  }
}
