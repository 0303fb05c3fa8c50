import { z } from 'zod'
import { answerCommands } from './answer-commands.ts'
import { Attachment, MAX_ATTACHMENTS } from '../messages/attachment.ts'
import { needsForPermissions, type Needs } from '../access/access.ts'
import { browseCommands } from './browse-commands.ts'
import { Budget, BudgetUse, ChosenBudget } from '../settings/budget.ts'
import { ChosenFallback, ChosenModel } from '../models/chosen-model.ts'
import { ContextShares } from '../messages/context-use.ts'
import { dataCommands } from './data-commands.ts'
import { desktopCommands } from './desktop-commands.ts'
import { DiagnosticsPage, DiagnosticsWanted } from '../storage/diagnostics.ts'
import { ChosenEffort } from '../models/effort.ts'
import { editCommands } from './edit-commands.ts'
import { fileCommands } from './file-commands.ts'
import { folderCommands, FolderText } from './folder-commands.ts'
import { CallId, ConversationId, MessageId, TurnId, WorkId } from '../ids.ts'
import { historyCommands } from './history-commands.ts'
import { importCommands } from './import-commands.ts'
import { inspectorCommands } from './inspector-commands.ts'
import { listCommands, MOST_SHOWN } from './list-commands.ts'
import { mcpCommands } from './mcp-commands.ts'
import { trustCommands } from './trust-commands.ts'
import { ConversationSnapshot, ConversationSummary } from '../conversation/conversation.ts'
import { pageCommands } from './page-commands.ts'
import { shellCommands } from '../conversation/shell-command.ts'
import { ChosenKeepTrying } from '../conversation/keep-trying.ts'
import { MAX_MESSAGE_LENGTH, Place } from '../messages/message.ts'
import { openCommands } from './open-commands.ts'
import { outboxCommands } from './outbox-commands.ts'
import { OutputPage } from './output-page.ts'
import { ConversationSpend } from '../models/price.ts'
import { spendCommands } from '../models/spend-commands.ts'
import { reviewCommands } from './review-commands.ts'
import { searchCommands } from './search-commands.ts'
import { SettingsView } from '../settings/settings.ts'
import { settingsCommands } from './settings-commands.ts'
import { StorageTrouble } from '../storage/storage-trouble.ts'
import { FolderRule, PermissionMode } from '../conversation/turn.ts'
import { toldCommands } from '../conversation/told.ts'
import { editorCommands } from '../conversation/editor-text.ts'
import { terminalCommands } from '../conversation/terminal.ts'
import { timelineCommands } from '../conversation/timeline.ts'
import { MessageMode } from '../messages/waiting.ts'
import { tokenCommands } from '../access/token-commands.ts'
import { uploadCommands } from '../messages/upload-commands.ts'
import { worktreeCommands } from './worktree.ts'

const nothing = z.object({}).readonly()
const ofConversation = z.object({ conversationId: ConversationId }).readonly()
const words = z.string().max(MAX_MESSAGE_LENGTH)
const attachments = z.array(Attachment).max(MAX_ATTACHMENTS).readonly()
/** True: the permission mode is no choice that new conversations begin with. */
const thisOnly = { isThisOnly: z.boolean().optional() }

/**
 * THE table of what a client can ask for. Hosts, handlers and the client derive from it; a command costs one entry here,
 * one handler and one caller. Cancel is no command: it is a frame of its own (frames.ts).
 */
export const commands = {
  /** The list, the settings and the host's clock; subscribes to their changes. */
  'app.open': {
    needs: 'read',
    input: z
      .object({
        /**
         * What a window shows first. Where that is near the top of the list, the answer holds the rows that are seen before
         * somebody scrolls, and those that need somebody, and `list.rows` the others. Absent: the answer holds the whole list.
         */
        shownFirst: z.array(ConversationId).min(1).max(MOST_SHOWN).readonly().optional(),
      })
      .readonly(),
    output: z
      .object({
        conversations: z.array(ConversationSummary).readonly(),
        /** False: `list.rows` answers the others. */
        isWhole: z.boolean(),
        settings: SettingsView,
        now: z.number(),
        homeFolder: z.string(),
        version: z.string(),
        /** Whether `folder.choose` has a dialog to show. */
        hasFolderDialog: z.boolean(),
        /** Whether `desktop.notify` has somewhere to show what it is told. */
        hasDesktop: z.boolean(),
        /** Why commands run without a sandbox here and what to do, for people; null: they run in one. */
        sandboxMissing: z.string().nullable(),
        /** Null: the database can be written. */
        storageTrouble: StorageTrouble.nullable(),
        /** Why a database is not safe where the data is, for people; null: nothing is known against it. */
        folderWarning: z.string().nullable(),
      })
      .readonly(),
  },
  /** The client makes the id: sent twice, it creates once. */
  'conversation.create': {
    needs: needsForPermissions,
    input: z
      .object({
        conversationId: ConversationId,
        folder: FolderText,
        /** Absent: the last choice. */
        permissionMode: PermissionMode.optional(),
        /** True: one in this folder in which nothing was said and nothing waits unsent is answered instead of a new one. */
        reusesEmpty: z.boolean().optional(),
        ...thisOnly,
      })
      .readonly(),
    output: ConversationSummary,
  },
  /** Snapshot and subscription in one tick: every later event reaches this client, gap-free. */
  'conversation.open': { needs: 'read', input: ofConversation, output: ConversationSnapshot },
  /** True while this client shows the conversation; new activity then does not mark it unread. */
  'conversation.look': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, isLooking: z.boolean() }).readonly(),
    output: nothing,
  },
  /** One line of at most 80 characters is kept of the title; no model replaces it later unless a person asks. */
  'conversation.rename': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, title: z.string().max(1000) }).readonly(),
    output: nothing,
  },
  /** What a conversation has of its own. What is left out stays; a system prompt of null is Phoenix's own. */
  'conversation.configure': {
    needs: needsForPermissions,
    input: z
      .object({
        conversationId: ConversationId,
        permissionMode: PermissionMode.optional(),
        ...thisOnly,
        /** Whether commands in the sandbox reach the network. Counts from the next one on. */
        network: z.boolean().optional(),
        /** Whether models may search the web by a tool of their provider. Counts from the next request on. */
        webSearch: z.boolean().optional(),
        systemPrompt: z.string().max(100_000).nullable().optional(),
        /** These count from the next turn on. */
        model: ChosenModel.optional(),
        fallbackModel: ChosenFallback.optional(),
        effort: ChosenEffort.optional(),
        /** Counts from the next failure on. */
        keepTrying: ChosenKeepTrying.optional(),
        /** Counts from the next request on. */
        budget: ChosenBudget.optional(),
      })
      .readonly(),
    output: nothing,
  },
  /** Where the folder is now; refused where it is where it was, or the agent works. Nothing else moves a conversation. */
  'conversation.chooseFolder': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, folder: FolderText }).readonly(),
    output: nothing,
  },
  ...mcpCommands,
  ...trustCommands,
  ...listCommands,
  ...dataCommands,
  'conversation.leave': { needs: 'read', input: ofConversation, output: nothing },
  /** Tries again to recover a conversation that was set aside. Answered when it can be opened. */
  'conversation.recover': { needs: 'write', input: ofConversation, output: nothing },
  ...pageCommands,
  /** What its next request would be made of, and what it has used with its sub-agents. Not told by itself: it is counted on request. */
  'conversation.measure': {
    needs: 'read',
    input: ofConversation,
    output: z
      .object({
        shares: ContextShares,
        spend: ConversationSpend,
        canCount: z.boolean(),
        budget: Budget,
        use: BudgetUse,
      })
      .readonly(),
  },
  /** The tokens of its next request, as they are counted where its model is asked: all of it is sent there for that. */
  'conversation.count': {
    needs: 'write',
    input: ofConversation,
    output: z
      .object({
        /** Null: `problem` says why not. */
        tokens: z.number().int().nonnegative().nullable(),
        problem: z.string().nullable(),
      })
      .readonly(),
  },
  /** Answered after the message is on disk. The same id with the same content is stored once. */
  'message.send': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        messageId: MessageId,
        text: words,
        attachments,
        mode: MessageMode,
      })
      .readonly(),
    output: nothing,
  },
  'turn.continue': { needs: 'write', input: ofConversation, output: nothing },
  'turn.retry': { needs: 'write', input: ofConversation, output: nothing },
  /** Gives a turn that has reached its limit in time the same time again. Comes too late: answered as done. */
  'turn.extend': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, turnId: TurnId }).readonly(),
    output: nothing,
  },
  /** Summarises all, to make room, or what was said up to a place that a message of the person follows. Nothing new: done. */
  'turn.compact': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, throughSeq: Place.optional() }).readonly(),
    output: nothing,
  },
  /** Leaves the images of all that was said so far out of requests; they stay where they are. Done where there are none. */
  'attachments.drop': { needs: 'write', input: ofConversation, output: nothing },
  ...historyCommands,
  ...importCommands,
  ...inspectorCommands,
  ...shellCommands,
  ...terminalCommands,
  ...editorCommands,
  ...browseCommands,
  ...timelineCommands,
  ...spendCommands,
  ...toldCommands,
  ...answerCommands,
  /** All rules, by their folders. */
  'rules.list': {
    needs: 'read',
    input: nothing,
    output: z.object({ rules: z.array(FolderRule).readonly() }).readonly(),
  },
  /** From the next reply on, what it allowed is asked for again. Removed twice, it is done. */
  'rules.remove': { needs: 'approve', input: FolderRule, output: nothing },
  ...editCommands,
  ...reviewCommands,
  ...worktreeCommands,
  /** Null: there is no more than its result says. */
  'output.read': {
    needs: 'read',
    input: z
      .object({
        conversationId: ConversationId,
        callId: CallId,
        before: z.number().int().positive().nullable(),
      })
      .readonly(),
    output: z.object({ page: OutputPage.nullable() }).readonly(),
  },
  ...outboxCommands,
  'draft.save': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        text: words,
        attachments,
        caret: z.number().int().nonnegative(),
      })
      .readonly(),
    output: nothing,
  },
  ...uploadCommands,
  ...folderCommands,
  ...fileCommands,
  ...openCommands,
  ...settingsCommands,
  ...searchCommands,
  ...desktopCommands,
  ...tokenCommands,
  /** The next part of a file for those who look for a fault: all parts, put together, are the file. */
  'diagnostics.read': { needs: 'owner', input: DiagnosticsWanted, output: DiagnosticsPage },
  /** Ends a process that outlived its call, or a background job; one that has ended is taken off the list. */
  'process.end': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, workId: WorkId }).readonly(),
    output: nothing,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>

/** `needs`: what a client has to be that may ask for it (docs/decisions/124). */
interface CommandEntry {
  readonly needs: Needs
  readonly input: z.ZodType
  readonly output: z.ZodType
}

export type Commands = typeof commands
export type CommandName = keyof Commands
export type CommandInput<Name extends CommandName> = z.infer<Commands[Name]['input']>
export type CommandOutput<Name extends CommandName> = z.infer<Commands[Name]['output']>

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}
