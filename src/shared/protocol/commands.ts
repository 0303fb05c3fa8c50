import * as z from '../schema.ts'
import { answerCommands } from './answer-commands.ts'
import { Attachment, MAX_ATTACHMENTS } from '../messages/attachment.ts'
import { needsForPermissions, type Needs } from '../access/access.ts'
import { browseCommands } from './browse-commands.ts'
import { Budget, BudgetUse, ChosenBudget } from '../settings/budget.ts'
import { ChosenFallback, ChosenModel } from '../models/chosen-model.ts'
import { ContextShares } from '../messages/context-use.ts'
import { dataCommands } from './data-commands.ts'
import { desktopCommands } from './desktop-commands.ts'
import { draftCommands } from '../messages/draft-commands.ts'
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
import { MAX_MESSAGE_LENGTH } from '../messages/message.ts'
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
import { requestContentsCommands } from '../conversation/request-contents.ts'
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
/** True: the permission mode does not become the default for new conversations. */
const thisOnly = { isThisOnly: z.boolean().optional() }

/**
 * The table of all commands. Hosts, handlers and the client derive from it: a command costs one entry here, one handler
 * and one caller. Cancel is not a command but a frame (frames.ts).
 */
export const commands = {
  /** Returns the list, the settings and the host's clock; subscribes to their changes. */
  'app.open': {
    needs: 'read',
    input: z
      .object({
        /**
         * The conversations that a window shows first. If they are near the top of the list, the answer holds only
         * visible rows and those that need attention; `list.rows` returns the others. Default: the whole list.
         */
        shownFirst: z.array(ConversationId).min(1).max(MOST_SHOWN).readonly().optional(),
      })
      .readonly(),
    output: z
      .object({
        conversations: z.array(ConversationSummary).readonly(),
        /** False if `list.rows` has more. */
        isWhole: z.boolean(),
        settings: SettingsView,
        now: z.number(),
        homeFolder: z.string(),
        version: z.string(),
        /** True if `folder.choose` can show a dialog. */
        hasFolderDialog: z.boolean(),
        /** True if `desktop.notify` can show notifications. */
        hasDesktop: z.boolean(),
        /** Why commands run without a sandbox and how to fix it, for people; null if they have one. */
        sandboxMissing: z.string().nullable(),
        /** Null if the database can be written. */
        storageTrouble: StorageTrouble.nullable(),
        /** Why the data folder is not safe for a database, for people; null if no problem is known. */
        folderWarning: z.string().nullable(),
      })
      .readonly(),
  },
  /** Shows that the host answers. */
  'app.ping': { needs: 'read', input: nothing, output: nothing },
  /** Creates a conversation. The client makes the id: sent twice, it creates once. */
  'conversation.create': {
    needs: needsForPermissions,
    input: z
      .object({
        conversationId: ConversationId,
        folder: FolderText,
        /** Default: the last choice. */
        permissionMode: PermissionMode.optional(),
        /** True: returns an empty conversation of this folder without an unsent message, if there is one. */
        reusesEmpty: z.boolean().optional(),
        ...thisOnly,
      })
      .readonly(),
    output: ConversationSummary,
  },
  /** Returns a snapshot and subscribes in the same tick, so this client receives every later event without a gap. */
  'conversation.open': { needs: 'read', input: ofConversation, output: ConversationSnapshot },
  /** Reports whether this client shows the conversation. While it does, new activity does not mark it unread. */
  'conversation.look': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, isLooking: z.boolean() }).readonly(),
    output: nothing,
  },
  /** Sets the title, cut to one line of 80 characters. Models replace it only if a person asks for that. */
  'conversation.rename': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, title: z.string().max(1000) }).readonly(),
    output: nothing,
  },
  /** Changes a conversation's own settings. Absent fields stay; a system prompt of null restores Phoenix's own. */
  'conversation.configure': {
    needs: needsForPermissions,
    input: z
      .object({
        conversationId: ConversationId,
        permissionMode: PermissionMode.optional(),
        ...thisOnly,
        /** True: sandboxed commands may use the network. Takes effect with the next command. */
        network: z.boolean().optional(),
        /** True: models may use their provider's web search. Takes effect with the next request. */
        webSearch: z.boolean().optional(),
        systemPrompt: z.string().max(100_000).nullable().optional(),
        /** Model, fallback and effort take effect with the next turn. */
        model: ChosenModel.optional(),
        fallbackModel: ChosenFallback.optional(),
        effort: ChosenEffort.optional(),
        /** Takes effect with the next failure. */
        keepTrying: ChosenKeepTrying.optional(),
        /** Takes effect with the next request. */
        budget: ChosenBudget.optional(),
      })
      .readonly(),
    output: nothing,
  },
  /** Replaces the folder if the old one is gone; else succeeds without effect. Refused while the agent works. */
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
  /** Measures what the next request would consist of and what was used, sub-agents included. Never pushed. */
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
  /** Has the provider count the tokens of the next request, which is sent there in full. */
  'conversation.count': {
    needs: 'write',
    input: ofConversation,
    output: z
      .object({
        /** Null if they could not be counted: see `problem`. */
        tokens: z.number().int().nonnegative().nullable(),
        problem: z.string().nullable(),
      })
      .readonly(),
  },
  /** Sends a message. Answered after it is on disk. The same id with the same content is stored once. */
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
  /** Grants a turn that reached its time limit the same time again. Succeeds without effect if it comes too late. */
  'turn.extend': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, turnId: TurnId }).readonly(),
    output: nothing,
  },
  /** Leaves the images of earlier messages out of requests. Succeeds without effect if there are none. */
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
  ...requestContentsCommands,
  ...answerCommands,
  /** Lists all permission rules by folder. */
  'rules.list': {
    needs: 'read',
    input: nothing,
    output: z.object({ rules: z.array(FolderRule).readonly() }).readonly(),
  },
  /** Removes a rule: from the next reply on, what it allowed needs approval. Removing it twice succeeds. */
  'rules.remove': { needs: 'approve', input: FolderRule, output: nothing },
  ...editCommands,
  ...reviewCommands,
  ...worktreeCommands,
  /** Reads a page of a command's whole output. Null if its result already shows everything. */
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
  ...draftCommands,
  ...uploadCommands,
  ...folderCommands,
  ...fileCommands,
  ...openCommands,
  ...settingsCommands,
  ...searchCommands,
  ...desktopCommands,
  ...tokenCommands,
  /** Reads the next part of the diagnostics file; the parts joined are the file. */
  'diagnostics.read': { needs: 'owner', input: DiagnosticsWanted, output: DiagnosticsPage },
  /** Ends a background job or a process that outlived its call. One that has ended is removed from the list. */
  'process.end': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, workId: WorkId }).readonly(),
    output: nothing,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>

/** `needs`: the rights that a client must have (docs/decisions/124). */
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
