import { z } from 'zod'
import { FileId } from '../messages/attachment.ts'
import { ConversationSummary } from '../conversation/conversation.ts'
import { ConversationId } from '../ids.ts'
import { Message } from '../messages/message.ts'

/** The programs whose sessions can be imported. */
export const SessionProgram = z.enum(['phoenix', 'claudeCode', 'codex', 'opencode', 'pi'])
export type SessionProgram = z.infer<typeof SessionProgram>

/** The most sessions that a look into the usual places answers: the newest. */
export const MAX_FOUND_SESSIONS = 300

/** A session of another program. */
export const FoundSession = z
  .object({
    /** Names it until the next look. */
    id: z.string(),
    program: SessionProgram,
    /** How it begins or what it is called. Empty: it does not say. */
    title: z.string(),
    /** Empty: it does not say. */
    folder: z.string(),
    /** When it changed last, in ms since 1970. */
    at: z.number(),
  })
  .readonly()
export type FoundSession = z.infer<typeof FoundSession>

/** What of a session was not taken over, by its kind: for people. */
export const Skipped = z.object({ what: z.string(), count: z.number().int() }).readonly()
export type Skipped = z.infer<typeof Skipped>

const imported = z
  .object({ summary: ConversationSummary, skipped: z.array(Skipped).readonly() })
  .readonly()
export type Imported = z.infer<typeof imported>

/** The messages of an opened file before one of them, or its newest. */
const filePage = z
  .object({ messages: z.array(Message).readonly(), hasEarlier: z.boolean() })
  .readonly()
export type FilePage = z.infer<typeof filePage>

/** A conversation in a file, opened to be read: nothing of it is in the list. */
const OpenedFile = z
  .object({
    fileId: FileId,
    /** Empty: it does not say. */
    title: z.string(),
    /** Where it was worked on, in words of the file. Empty: it does not say. */
    folder: z.string(),
    messageCount: z.number().int(),
    skipped: z.array(Skipped).readonly(),
    newest: filePage,
  })
  .readonly()
export type OpenedFile = z.infer<typeof OpenedFile>

/** Conversations from elsewhere. The client makes the id: sent twice, it imports once. */
export const importCommands = {
  /** Looks into the usual places of other programs. Nothing is looked for before. */
  'import.find': {
    needs: 'read',
    input: z.object({}).readonly(),
    output: z.object({ sessions: z.array(FoundSession).readonly() }).readonly(),
  },
  /** One that was found. */
  'import.session': {
    needs: 'write',
    input: z
      .object({ conversationId: ConversationId, sessionId: z.string().max(10_000) })
      .readonly(),
    output: imported,
  },
  /** Opens a file that came by `attachment.begin` and `attachment.append`, to be read. */
  'import.open': {
    needs: 'write',
    input: z.object({ fileId: FileId }).readonly(),
    output: OpenedFile,
  },
  'import.earlier': {
    needs: 'read',
    input: z.object({ fileId: FileId, beforeSeq: z.number().int().positive() }).readonly(),
    output: filePage,
  },
  /** A file that is open. */
  'import.file': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, fileId: FileId }).readonly(),
    output: imported,
  },
} as const
