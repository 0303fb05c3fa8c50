import type { editCommands } from '../../../shared/protocol/edit-commands.ts'
import { EditUndo } from './undo/edit-undo.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'

/** Undo, in any state of the conversation: each file is compared with what the tools left. */
export function editHandlers(
  ports: HandlerPorts,
  { find, dispatch }: ConversationAccess,
): HandlersOf<keyof typeof editCommands> {
  const edits = new EditUndo(ports)
  return {
    'edits.count': async ({ conversationId, target }) => {
      const found = find(conversationId)
      return found.ok ? edits.count(found.value, target) : found
    },
    'edits.preview': async ({ conversationId, target }) => {
      const found = find(conversationId)
      return found.ok ? edits.preview(found.value, target) : found
    },
    'edits.undo': async ({ conversationId, target }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const runtime = found.value
      return edits.undo({ runtime, dispatch: (input) => dispatch(conversationId, input) }, target)
    },
  }
}
