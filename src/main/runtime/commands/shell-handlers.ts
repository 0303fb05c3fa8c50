import { appError } from '../../../shared/app-error.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'

const NOT_IN_SUB_AGENTS = appError(
  'invalidInput',
  'Run it in the conversation that started this sub-agent.',
)
const CLOSING = appError('closing', 'Phoenix is closing, so nothing was started.')

/**
 * Commands that people run themselves. Permissions restrict only the agent; the sandbox and the network switch apply
 * here too.
 */
export function shellHandlers(
  { registry, shells, store }: Pick<HandlerPorts, 'registry' | 'shells' | 'store'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<'shell.run' | 'shell.stop'> {
  return {
    'shell.run': ({ conversationId, id, command }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      if (registry.isClosing) return failed(CLOSING)
      const { isRoot, liveContext, record } = found.value
      if (!isRoot) return failed(NOT_IN_SUB_AGENTS)
      const { isSandboxed, network } = liveContext
      const sandboxPolicy = isSandboxed ? ({ folder: 'writable', network } as const) : null
      const afterSeq =
        store.messages(conversationId, { beforeSeq: null, limit: 1 }).at(-1)?.seq ?? 0
      const { folder } = record.stored
      return shells.start({ conversationId, id, command, afterSeq, folder, sandboxPolicy })
    },

    'shell.stop': ({ id }) => {
      shells.stop(id)
      return ok({})
    },
  }
}

/**
 * Returns the commands among these messages. `before`: the place of the first message after them; null if they are the
 * newest.
 */
export function shellsAmong(
  { shells }: Pick<HandlerPorts, 'shells'>,
  id: ConversationId,
  { messages, before }: { readonly messages: readonly Message[]; readonly before: number | null },
): readonly ShellCommand[] {
  const from = Math.max(0, (messages[0]?.seq ?? 1) - 1)
  return shells.of(id, { from, before: before === null ? Number.MAX_SAFE_INTEGER : before - 1 })
}
