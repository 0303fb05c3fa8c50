import * as z from '../schema.ts'
import { FileId } from '../messages/attachment.ts'
import { piece } from '../messages/upload-commands.ts'
import { ConversationSummary } from '../conversation/conversation.ts'
import { ConversationId } from '../ids.ts'
import { Message } from '../messages/message.ts'

/** The programs whose sessions can be imported. */
export const SessionProgram = z.enum(['phoenix', 'claudeCode', 'codex', 'opencode', 'pi'])
export type SessionProgram = z.infer<typeof SessionProgram>

/** Maximum number of sessions that a search of the usual locations returns, the newest. */
export const MAX_FOUND_SESSIONS = 300

/** The largest file that can be imported, in bytes. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024 * 1024

/** A session of another program. */
export const FoundSession = z
  .object({
    /** Valid until the next search; in an opened file, as long as the file is open. */
    id: z.string(),
    program: SessionProgram,
    /** The title or the beginning. Empty if unknown. */
    title: z.string(),
    /** Empty if unknown. */
    folder: z.string(),
    /** Last change, in ms since 1970. */
    at: z.number(),
  })
  .readonly()
export type FoundSession = z.infer<typeof FoundSession>

/** Content of a session that was not imported, by kind, for people. */
export const Skipped = z.object({ what: z.string(), count: z.number().int() }).readonly()
export type Skipped = z.infer<typeof Skipped>

const imported = z
  .object({ summary: ConversationSummary, skipped: z.array(Skipped).readonly() })
  .readonly()
export type Imported = z.infer<typeof imported>

/** The messages before one of an opened file, or its newest. */
const filePage = z
  .object({ messages: z.array(Message).readonly(), hasEarlier: z.boolean() })
  .readonly()
export type FilePage = z.infer<typeof filePage>

/** A conversation in a file that was opened for reading; it is not in the list. */
const OpenedFile = z
  .object({
    fileId: FileId,
    /** Empty if unknown. */
    title: z.string(),
    /** The folder that the file names. Empty if unknown. */
    folder: z.string(),
    messageCount: z.number().int(),
    /** How many of them a copy leaves out: those that were rewound, and rows of sub-agents. */
    uncopied: z.number().int(),
    skipped: z.array(Skipped).readonly(),
    newest: filePage,
  })
  .readonly()
export type OpenedFile = z.infer<typeof OpenedFile>

/** A file with one conversation, or the list of those in it. */
const openedFile = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), file: OpenedFile }).readonly(),
  z.object({ type: z.literal('list'), sessions: z.array(FoundSession).readonly() }).readonly(),
])

const nothing = z.object({}).readonly()

/**
 * Commands that import conversations. The client makes the id: sent twice, it imports once. The answer has another id if the
 * conversation comes from a file with several: there the same one is imported once, even in later starts.
 */
export const importCommands = {
  /** Searches the usual locations of other programs. Nothing is searched before this command. */
  'import.find': {
    needs: 'owner',
    input: z.object({}).readonly(),
    output: z.object({ sessions: z.array(FoundSession).readonly() }).readonly(),
  },
  /** Imports a session that was found, or one of those in an opened file. */
  'import.session': {
    needs: 'write',
    input: z
      .object({ conversationId: ConversationId, sessionId: z.string().max(10_000) })
      .readonly(),
    output: imported,
  },
  /** Starts to send a file. It is dropped if nothing of it arrives for ten minutes, or when its client disconnects. */
  'import.begin': {
    needs: 'write',
    input: z.object({ fileId: FileId, bytes: z.number().int().nonnegative() }).readonly(),
    output: nothing,
  },
  /** Sends the next piece. */
  'import.append': {
    needs: 'write',
    input: z.object({ fileId: FileId, data: piece }).readonly(),
    output: nothing,
  },
  /** Forgets a file, completely sent or not, opened or not. */
  'import.close': {
    needs: 'write',
    input: z.object({ fileId: FileId }).readonly(),
    output: nothing,
  },
  /** Opens a sent file for reading. */
  'import.open': {
    needs: 'write',
    input: z.object({ fileId: FileId }).readonly(),
    output: openedFile,
  },
  'import.earlier': {
    needs: 'read',
    input: z.object({ fileId: FileId, beforeSeq: z.number().int().positive() }).readonly(),
    output: filePage,
  },
  /** Imports an opened file. */
  'import.file': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, fileId: FileId }).readonly(),
    output: imported,
  },
} as const
