import { appError, type AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { openCommands } from '../../../shared/protocol/open-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { type HistoryReading, pagesBefore } from '../conversation/record/read-history.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'

/** Commands that open something in another program after a person's click. */
export function openHandlers(
  ports: Pick<HandlerPorts, 'opener' | 'store' | 'timers'>,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<keyof typeof openCommands> {
  const { opener } = ports
  return {
    'open.file': async ({ conversationId, path, line }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { record } = found.value
      const isNamed = await isNamedByCall(ports, conversationId, path)
      return answerOf(await opener.openFile({ folder: record.stored.folder, path, line, isNamed }))
    },

    'open.folder': async ({ conversationId, program }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      return answerOf(await opener.openFolder(found.value.record.stored.folder, program))
    },

    'open.editor': async () => {
      const editor = await opener.editor()
      return editor.ok ? ok({ name: editor.value }) : refused(editor.error)
    },
  }
}

function answerOf(opened: Result<null, string>): Result<Record<string, never>, AppError> {
  return opened.ok ? ok({}) : refused(opened.error)
}

function refused(sentence: string): Result<never, AppError> {
  return failed(appError('fileRefused', sentence))
}

/** True if a call contains exactly this path: usually one of the last. */
async function isNamedByCall(
  reading: HistoryReading,
  id: ConversationId,
  path: string,
): Promise<boolean> {
  for await (const page of pagesBefore(reading, id, null)) if (isNamedIn(page, path)) return true
  return false
}

function isNamedIn(messages: readonly Message[], path: string): boolean {
  return messages.some(
    ({ content }) =>
      content.type === 'agent' &&
      content.blocks.some(
        (block) =>
          block.type === 'toolCall' &&
          block.input.type === 'object' &&
          namesPath(block.input.value, path),
      ),
  )
}

/** True if it is the `path` field, or a file of a patch. */
function namesPath(input: Readonly<Record<string, unknown>>, path: string): boolean {
  if (input['path'] === path) return true
  const { patch } = input
  return (
    typeof patch === 'string' &&
    ['Add', 'Update', 'Delete'].some((does) =>
      `\n${patch}\n`.includes(`\n*** ${does} File: ${path}\n`),
    )
  )
}
