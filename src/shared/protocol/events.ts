import * as z from '../schema.ts'
import { LiveHook } from '../conversation/hook-run.ts'
import { BackgroundJob, JobEnd } from '../conversation/background-job.ts'
import { CallId, ConversationId, WorkId } from '../ids.ts'
import { ChosenFallback, ChosenModel } from '../models/chosen-model.ts'
import { ChosenEffort } from '../models/effort.ts'
import {
  ConversationSummary,
  LiveCall,
  LiveSilence,
  OrphanProcess,
} from '../conversation/conversation.ts'
import { ContextLimits, ContextUse } from '../messages/context-use.ts'
import { ChosenKeepTrying } from '../conversation/keep-trying.ts'
import { ChosenBudget } from '../settings/budget.ts'
import { DraftMark } from '../messages/draft-mark.ts'
import { Link } from '../link.ts'
import { Message, MessageDraft } from '../messages/message.ts'
import { SettingsView } from '../settings/settings.ts'
import { ShellCommand } from '../conversation/shell-command.ts'
import { StateView, TurnView } from '../conversation/state-view.ts'
import { StorageTrouble } from '../storage/storage-trouble.ts'
import { editorEvent } from '../conversation/editor-text.ts'
import { Terminal, terminalEvents } from '../conversation/terminal.ts'
import { Instructions, PermissionMode } from '../conversation/turn.ts'
import { WaitingMessage } from '../messages/waiting.ts'

const ofConversation = { conversationId: ConversationId, epoch: z.number().int() }

/** The items of the application menu that the front window carries out. */
export const MenuItem = z.enum([
  'newConversation',
  'newWindow',
  'back',
  'forward',
  'openBeside',
  'otherPane',
  'closePane',
  'inbox',
  'find',
  'search',
  'palette',
  'inspector',
  'terminal',
  'settings',
  'shortcuts',
  'stop',
  'stopAndSend',
])
export type MenuItem = z.infer<typeof MenuItem>

/**
 * The events pushed to clients. Each event of a conversation carries the epoch of its subscription. A step takes the
 * client from `after` to `seq`: if `after` is not the client's seq there is a gap (resync); if `seq` is not newer the
 * step is dropped.
 */
export const ClientEvent = z.discriminatedUnion('type', [
  /**
   * One step of the machine, after its commit. Optional fields are absent if they have not changed since this client
   * last received them.
   */
  z
    .object({
      type: z.literal('conversation.stepped'),
      ...ofConversation,
      after: z.number().int().nonnegative(),
      seq: z.number().int().nonnegative(),
      state: StateView,
      messages: z.array(Message).readonly(),
      turn: TurnView.nullable().optional(),
      model: z.string().optional(),
      usedTokens: ContextUse.unwrap().shape.usedTokens.optional(),
      limits: ContextLimits.optional(),
      instructions: z.array(Instructions).readonly().optional(),
    })
    .readonly(),
  /** A step that could not be saved: volatile, and the disk is still at the client's seq. */
  z
    .object({
      type: z.literal('conversation.unsaved'),
      ...ofConversation,
      state: StateView,
      turn: TurnView.nullable(),
      messages: z.array(Message).readonly(),
    })
    .readonly(),
  /** Volatile: output of the running request. `from`: the length in code units of what came before it in that part. */
  z
    .object({
      type: z.literal('conversation.streamed'),
      ...ofConversation,
      requestId: WorkId,
      part: z.enum(['text', 'thinking']),
      from: z.number().int().nonnegative(),
      text: z.string(),
    })
    .readonly(),
  /**
   * Volatile: the current text of a call that the running request is writing. `index`: its place among the calls of the
   * reply.
   */
  z
    .object({
      type: z.literal('conversation.callGrew'),
      ...ofConversation,
      requestId: WorkId,
      index: z.number().int().nonnegative(),
      call: LiveCall,
    })
    .readonly(),
  /** Volatile: the running request has gone silent, or produces output again (null). */
  z
    .object({
      type: z.literal('conversation.silent'),
      ...ofConversation,
      silence: LiveSilence.nullable(),
    })
    .readonly(),
  /** Volatile: output of the current call. `dropped`: the number of code units skipped since the last event. */
  z
    .object({
      type: z.literal('conversation.printed'),
      ...ofConversation,
      callId: CallId,
      dropped: z.number().int().nonnegative(),
      text: z.string(),
    })
    .readonly(),
  /** Volatile: the hooks that are running on a message or at the end of a turn. */
  z
    .object({
      type: z.literal('conversation.hooks'),
      ...ofConversation,
      hooks: z.array(LiveHook).readonly(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('conversation.orphans'),
      ...ofConversation,
      orphans: z.array(OrphanProcess).readonly(),
    })
    .readonly(),
  /** A background job started, ended or printed something. */
  z
    .object({
      type: z.literal('conversation.jobs'),
      ...ofConversation,
      jobs: z.array(BackgroundJob).readonly(),
    })
    .readonly(),
  z.object({ type: z.literal('conversation.jobEnded'), ...ofConversation, end: JobEnd }).readonly(),
  /** A person's own command started or ended. */
  z
    .object({ type: z.literal('conversation.shell'), ...ofConversation, command: ShellCommand })
    .readonly(),
  /** Volatile: output of a person's own command. */
  z
    .object({
      type: z.literal('conversation.shellPrinted'),
      ...ofConversation,
      id: WorkId,
      text: z.string(),
    })
    .readonly(),
  /** A terminal was opened, closed or renamed; the list with the higher version is the current one. */
  z
    .object({
      type: z.literal('conversation.terminals'),
      ...ofConversation,
      terminals: z.array(Terminal).readonly(),
      version: z.number().int(),
    })
    .readonly(),
  ...terminalEvents,
  editorEvent,
  /** The folder has disappeared or is back. */
  z
    .object({ type: z.literal('conversation.folder'), ...ofConversation, isGone: z.boolean() })
    .readonly(),
  /** The waiting messages have changed. */
  z
    .object({
      type: z.literal('conversation.waiting'),
      ...ofConversation,
      waiting: z.array(WaitingMessage).readonly(),
    })
    .readonly(),
  /** Another client has saved a draft, or sent it: then it is empty. `replaced`: the one that was stored before. */
  z
    .object({
      type: z.literal('conversation.drafted'),
      ...ofConversation,
      draft: MessageDraft,
      replaced: DraftMark,
    })
    .readonly(),
  /** The conversation's own settings, or those it takes from the general settings, have changed. */
  z
    .object({
      type: z.literal('conversation.configured'),
      ...ofConversation,
      permissionMode: PermissionMode,
      network: z.boolean(),
      webSearch: z.boolean(),
      searchesWeb: z.boolean(),
      systemPrompt: z.string().nullable(),
      chosenModel: ChosenModel,
      chosenFallback: ChosenFallback,
      chosenEffort: ChosenEffort,
      chosenKeepTrying: ChosenKeepTrying,
      chosenBudget: ChosenBudget,
      /** The current model and how full its context is. */
      model: z.string(),
      use: ContextUse,
    })
    .readonly(),
  /** A row of the list is new or has changed. */
  z.object({ type: z.literal('list.changed'), summary: ConversationSummary }).readonly(),
  /** A conversation was deleted: no more events follow for it unless it is restored. */
  z.object({ type: z.literal('list.removed'), conversationId: ConversationId }).readonly(),
  z.object({ type: z.literal('settings.changed'), settings: SettingsView }).readonly(),
  /** A permission rule was added or removed; `rules.list` returns all. */
  z.object({ type: z.literal('rules.changed') }).readonly(),
  /** An unexpected error that Phoenix survived. `conversationId`: the conversation it happened in, if known. */
  z.object({
    type: z.literal('host.faulted'),
    conversationId: ConversationId.nullable(),
    message: z.string(),
  }),
  /** The database cannot be written, or can be written again (null). */
  z.object({ type: z.literal('host.storage'), trouble: StorageTrouble.nullable() }).readonly(),
  /**
   * Only from the Electron host: another program opened a link, or a person clicked a notification of `desktop.notify`. Null
   * if the link is invalid.
   */
  z.object({ type: z.literal('link.opened'), link: Link.nullable() }).readonly(),
  /** Only from the Electron host: a menu item was chosen. */
  z.object({ type: z.literal('menu.chosen'), item: MenuItem }).readonly(),
])
export type ClientEvent = z.infer<typeof ClientEvent>
export type ClientEventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>
