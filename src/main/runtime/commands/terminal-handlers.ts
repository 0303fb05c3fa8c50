import { appError } from '../../../shared/app-error.ts'
import type { terminalCommands } from '../../../shared/conversation/terminal.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'

const NOT_IN_SUB_AGENTS = appError(
  'invalidInput',
  'Open a terminal in the conversation that started this sub-agent.',
)

/** Commands for a person's own terminals. Only these write to one, and only clients send commands. */
export function terminalHandlers(
  { terminals }: Pick<HandlerPorts, 'terminals'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<keyof typeof terminalCommands> {
  return {
    'terminal.list': ({ conversationId }) => ok(terminals.list(conversationId)),

    'terminal.open': ({ conversationId, size, terminalId }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { isRoot, record } = found.value
      if (!isRoot) return failed(NOT_IN_SUB_AGENTS)
      const { folder } = record.stored
      return terminals.open({ conversationId, terminalId, folder, size })
    },

    'terminal.attach': ({ terminalId }, client) => terminals.attach(terminalId, client),

    'terminal.detach': ({ terminalId }, client) => {
      terminals.detach(terminalId, client)
      return ok({})
    },

    'terminal.write': ({ data, terminalId }) => terminals.write(terminalId, data),

    'terminal.resize': ({ size, terminalId }) => {
      terminals.resize(terminalId, size)
      return ok({})
    },

    'terminal.drawn': ({ terminalId, until }, client) => {
      terminals.drawn(terminalId, client, until)
      return ok({})
    },

    'terminal.lastCommand': async ({ terminalId }) =>
      ok({ text: await terminals.lastCommand(terminalId) }),

    'terminal.close': async ({ terminalId }) => {
      await terminals.closeOne(terminalId)
      return ok({})
    },
  }
}
