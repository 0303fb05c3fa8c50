import * as z from '../schema.ts'
import { AttachedFile } from '../messages/attachment.ts'
import { ConversationId } from '../ids.ts'

/** Maximum length of a file query. */
export const MAX_FILE_QUERY = 300
/** Maximum number of files and folders offered. */
export const MAX_FOUND_FILES = 50

/** Maximum number of custom commands offered. */
export const MAX_OWN_COMMANDS = 200
/** Maximum length of a command's template in bytes. */
export const MAX_TEMPLATE_BYTES = 64 * 1024

/**
 * A custom command: a Markdown file of a folder or a person that inserts a text into the message (docs/decisions/054).
 */
export const OwnCommand = z
  .object({
    /** The file's name, prefixed by its subfolders: `front:test`. */
    name: z.string().min(1).max(400),
    /** One line; empty if it has none. */
    description: z.string(),
    /** A hint about the arguments to type after the name; empty if there is none. */
    argumentHint: z.string(),
    /** `$ARGUMENTS` is replaced by the arguments. Empty until the command is allowed. */
    template: z.string(),
    origin: z.enum(['folder', 'person']),
    /** True if it is the person's own, or if they have allowed its current content (docs/decisions/145). */
    isAllowed: z.boolean(),
  })
  .readonly()
export type OwnCommand = z.infer<typeof OwnCommand>

/** The most files that are asked about at once. */
export const MAX_NAMED_FILES = 50

/** What a path of a message leads to. `outside`: out of the folder, where nobody looks without asking. */
export const NamedKind = z.enum(['file', 'folder', 'outside', 'missing'])
export type NamedKind = z.infer<typeof NamedKind>

/**
 * Commands that find and attach files of a conversation's folder and list custom commands (docs/decisions/053, 054).
 */
export const fileCommands = {
  /**
   * Returns matching files and folders that git does not ignore, best first. Paths are relative to the folder, with `/`
   * as separator and at the end of a folder. A client's newest request cancels its older ones.
   */
  'files.find': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, text: z.string().max(MAX_FILE_QUERY) })
      .readonly(),
    output: z
      .object({
        paths: z.array(z.string()).max(MAX_FOUND_FILES).readonly(),
        /** True if not all files of the folder were searched. */
        isCut: z.boolean(),
      })
      .readonly(),
  },
  /** Lists the custom commands of the conversation's folder and of the person; the folder's wins if names are equal. */
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
  /**
   * Returns a text file of at most MAX_HEAD_BYTES as an attachment that refers to it in place. Null if only its path
   * can be given.
   */
  'files.attach': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, path: z.string().min(1).max(4096) })
      .readonly(),
    output: z.object({ attachment: AttachedFile.nullable() }).readonly(),
  },
} as const
