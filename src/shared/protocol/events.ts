import { z } from 'zod'
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
import { Link } from '../link.ts'
import { Message } from '../messages/message.ts'
import { SettingsView } from '../settings/settings.ts'
import { ShellCommand } from '../conversation/shell-command.ts'
import { StateView, TurnView } from '../conversation/state-view.ts'
import { StorageTrouble } from '../storage/storage-trouble.ts'
import { editorEvent } from '../conversation/editor-text.ts'
import { Terminal, terminalEvents } from '../conversation/terminal.ts'
import { Instructions, PermissionMode } from '../conversation/turn.ts'
import { WaitingMessage } from '../messages/waiting.ts'

const ofConversation = { conversationId: ConversationId, epoch: z.number().int() }

/** What the application menu asks the front window to do. */
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
 * What is pushed to clients. Each event of a conversation carries the epoch of the subscription it belongs to. A step
 * takes the client from `after` to `seq`: one whose `after` is not the client's seq is a gap (resync), one whose `seq` is
 * not newer is dropped.
 */
export const ClientEvent = z.discriminatedUnion('type', [
  /** One step of the machine, after its commit. What is optional is left out where it is as this client was told it last. */
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
  /** A step that could not be saved: volatile, with the disk still at the client's seq. */
  z
    .object({
      type: z.literal('conversation.unsaved'),
      ...ofConversation,
      state: StateView,
      turn: TurnView.nullable(),
      messages: z.array(Message).readonly(),
    })
    .readonly(),
  /** Volatile: what the running request says. `from` is the length, in code units, of what came before in that part. */
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
  /** Volatile: a call that the running request writes, as it stands now. `index`: its place among the calls of the reply. */
  z
    .object({
      type: z.literal('conversation.callGrew'),
      ...ofConversation,
      requestId: WorkId,
      index: z.number().int().nonnegative(),
      call: LiveCall,
    })
    .readonly(),
  /** Volatile: the running request says nothing, or something again (null). */
  z
    .object({
      type: z.literal('conversation.silent'),
      ...ofConversation,
      silence: LiveSilence.nullable(),
    })
    .readonly(),
  /** Volatile: what the current call prints. `dropped` code units between the last event and this one are not shown. */
  z
    .object({
      type: z.literal('conversation.printed'),
      ...ofConversation,
      callId: CallId,
      dropped: z.number().int().nonnegative(),
      text: z.string(),
    })
    .readonly(),
  /** Volatile: the hooks that run now, on a message or at the end of a turn. */
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
  /** Background jobs: one began, ended, or has printed. */
  z
    .object({
      type: z.literal('conversation.jobs'),
      ...ofConversation,
      jobs: z.array(BackgroundJob).readonly(),
    })
    .readonly(),
  z.object({ type: z.literal('conversation.jobEnded'), ...ofConversation, end: JobEnd }).readonly(),
  /** A person's own command began or ended. */
  z
    .object({ type: z.literal('conversation.shell'), ...ofConversation, command: ShellCommand })
    .readonly(),
  /** Volatile: what it prints. */
  z
    .object({
      type: z.literal('conversation.shellPrinted'),
      ...ofConversation,
      id: WorkId,
      text: z.string(),
    })
    .readonly(),
  /** A terminal was opened, closed or changed its title; of two lists, the one of the higher version counts. */
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
  /** The folder is gone, or there again. */
  z
    .object({ type: z.literal('conversation.folder'), ...ofConversation, isGone: z.boolean() })
    .readonly(),
  /** What waits to be sent has changed. */
  z
    .object({
      type: z.literal('conversation.waiting'),
      ...ofConversation,
      waiting: z.array(WaitingMessage).readonly(),
    })
    .readonly(),
  /** What this conversation has of its own, or what the settings give it, has changed. */
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
      /** The one that is asked now, and how full it is. */
      model: z.string(),
      use: ContextUse,
    })
    .readonly(),
  /** A row of the list is new or has changed. */
  z.object({ type: z.literal('list.changed'), summary: ConversationSummary }).readonly(),
  /** A conversation was deleted: no more events follow for it, unless a person brings it back. */
  z.object({ type: z.literal('list.removed'), conversationId: ConversationId }).readonly(),
  z.object({ type: z.literal('settings.changed'), settings: SettingsView }).readonly(),
  /** A rule was kept or removed: `rules.list` answers them all. */
  z.object({ type: z.literal('rules.changed') }).readonly(),
  /** An error that nobody expected, which Phoenix survived. `conversationId`: whose work it was, where that is known. */
  z.object({
    type: z.literal('host.faulted'),
    conversationId: ConversationId.nullable(),
    message: z.string(),
  }),
  /** The database cannot be written, or can be again (null). */
  z.object({ type: z.literal('host.storage'), trouble: StorageTrouble.nullable() }).readonly(),
  /** From the Electron host alone: a person has clicked on what `desktop.notify` showed. */
  z.object({ type: z.literal('notice.clicked'), conversationId: ConversationId }).readonly(),
  /** From the Electron host alone: a link of another program was opened. Null: it could not be read. */
  z.object({ type: z.literal('link.opened'), link: Link.nullable() }).readonly(),
  /** From the Electron host alone: a browser has no menu of ours. */
  z.object({ type: z.literal('menu.chosen'), item: MenuItem }).readonly(),
])
export type ClientEvent = z.infer<typeof ClientEvent>
export type ClientEventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>
