import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'
import { Message } from '../messages/message.ts'

/** What of a conversation may be unreadable by itself. */
export const ConversationPart = z.enum(['draft', 'waitingMessages', 'shellCommands'])
export type ConversationPart = z.infer<typeof ConversationPart>

/** What a restore would bring back: a fully checked database next to the damaged one. */
export const Rescued = z
  .object({
    /** The date of the backup it is based on, in ms since 1970; null if there is no usable backup. */
    backupAt: z.number().nullable(),
    /** People's own conversations, and the messages of all. */
    conversations: z.number().int(),
    messages: z.number().int(),
    /** The number read from the damaged file, because they were newer there or not in the backup. */
    salvaged: z.number().int(),
    /** Titles of conversations that cannot be read in the damaged file and are as old as the backup. */
    behind: z.array(z.string()).readonly(),
    /** Titles of conversations that cannot be read there and are in no backup. */
    lost: z.array(z.string()).readonly(),
    /** Parts of restored conversations that cannot be read there and are in no backup. */
    lostParts: z
      .array(z.object({ title: z.string(), part: ConversationPart }).readonly())
      .readonly(),
    /** True if the rules of folders cannot be read there: those of the backup apply again. */
    areRulesOld: z.boolean(),
    /** How much of the damaged file's list of conversations could be read. Others may be lost without being named. */
    list: z.enum(['whole', 'part', 'none']),
  })
  .readonly()
export type Rescued = z.infer<typeof Rescued>

/** A database that could not be opened. Nothing of it has been changed. */
export const RecoveryView = z
  .object({
    /** A sentence for people. */
    found: z.string(),
    file: z.string(),
    /** True if part of it may be rescued. False: it was refused for another reason; opening it can only be tried again. */
    isDamaged: z.boolean(),
    /** Null while in progress, or if there is a `problem`. */
    rescued: Rescued.nullable(),
    /** Why nothing can be rescued or the last choice could not be carried out; null if there is no problem. */
    problem: z.string().nullable(),
  })
  .readonly()
export type RecoveryView = z.infer<typeof RecoveryView>

/** The position at which an export of the rescued data continues. */
export const RescuePlace = z
  .object({ conversationId: ConversationId, afterSeq: z.number().int().nonnegative() })
  .readonly()
export type RescuePlace = z.infer<typeof RescuePlace>

/** The next messages of a conversation, oldest first. */
export const RescuedPart = z
  .object({
    conversation: z.object({ title: z.string(), folder: z.string() }).readonly(),
    messages: z.array(Message).readonly(),
    /** Null if this is the last part of the last conversation. */
    next: RescuePlace.nullable(),
  })
  .readonly()
export type RescuedPart = z.infer<typeof RescuedPart>
