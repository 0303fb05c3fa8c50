import { z } from 'zod'
import { AttachedFile } from '../messages/attachment.ts'
import { ConversationId } from '../ids.ts'

/** How much of a path is looked for. */
export const MAX_FILE_QUERY = 300
/** The most files and folders that are offered. */
export const MAX_FOUND_FILES = 50

/** The most commands of a person's own that are offered. */
export const MAX_OWN_COMMANDS = 200
/** The longest template of one, in bytes. */
export const MAX_TEMPLATE_BYTES = 64 * 1024

/** A command that a folder or a person has written as a Markdown file: it puts a text into the message (docs/decisions/054). */
export const OwnCommand = z
  .object({
    /** Its file's, behind those of its folders: `front:test`. */
    name: z.string().min(1).max(400),
    /** One line; empty: it has none. */
    description: z.string(),
    /** What is to be typed behind the name; empty: it does not say. */
    argumentHint: z.string(),
    /** `$ARGUMENTS` stands for what is typed behind the name. Empty while it is not allowed. */
    template: z.string(),
    origin: z.enum(['folder', 'person']),
    /** It is a person's own, or they have allowed it as it is (docs/decisions/145). */
    isAllowed: z.boolean(),
  })
  .readonly()
export type OwnCommand = z.infer<typeof OwnCommand>

/** The most files that are asked about at once. */
export const MAX_NAMED_FILES = 50

/** What a path of a message leads to. `outside`: out of the folder, where nobody looks without asking. */
export const NamedKind = z.enum(['file', 'folder', 'outside', 'missing'])
export type NamedKind = z.infer<typeof NamedKind>

/** Files for the message that names them: those of a conversation's folder, and commands (docs/decisions/053, 054). */
export const fileCommands = {
  /**
   * Files and folders that git does not ignore whose path fits, best first; from the folder, with `/`, and at the end of a
   * folder's. The newest request of a client ends the one before.
   */
  'files.find': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, text: z.string().max(MAX_FILE_QUERY) })
      .readonly(),
    output: z.object({ paths: z.array(z.string()).max(MAX_FOUND_FILES).readonly() }).readonly(),
  },
  /** Commands that the folder of the conversation and the person have written; of the same name, the folder's. */
  'files.commands': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId }).readonly(),
    output: z.object({ commands: z.array(OwnCommand).max(MAX_OWN_COMMANDS).readonly() }).readonly(),
  },
  /** What the files and folders are that a message names, in their order. */
  'files.named': {
    needs: 'read',
    input: z
      .object({
        conversationId: ConversationId,
        paths: z.array(z.string().min(1).max(4096)).max(MAX_NAMED_FILES).readonly(),
      })
      .readonly(),
    output: z.object({ kinds: z.array(NamedKind).readonly() }).readonly(),
  },
  /** A text of at most MAX_HEAD_BYTES, as an attachment that stays where it is. Null: its path has to say enough. */
  'files.attach': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, path: z.string().min(1).max(4096) })
      .readonly(),
    output: z.object({ attachment: AttachedFile.nullable() }).readonly(),
  },
} as const
