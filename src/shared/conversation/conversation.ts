import * as z from '../schema.ts'
import { LiveHook } from './hook-run.ts'
import { BackgroundJob, JobEnd } from './background-job.ts'
import { CallId, ConversationId, WorkId } from '../ids.ts'
import { ChosenFallback, ChosenModel } from '../models/chosen-model.ts'
import { ChosenEffort } from '../models/effort.ts'
import { ContextUse } from '../messages/context-use.ts'
import { assertNever } from '../assert-never.ts'
import { ChosenKeepTrying } from './keep-trying.ts'
import { ChosenBudget } from '../settings/budget.ts'
import { Message, MessageDraft } from '../messages/message.ts'
import { ShellCommand } from './shell-command.ts'
import { StateView, TurnView, type Viewed } from './state-view.ts'
import { Instructions, PermissionMode, type Unfinished } from './turn.ts'
import { WaitingMessage } from '../messages/waiting.ts'

/** A conversation's status in the list: one word and a dot. */
export const Activity = z.enum([
  'idle',
  'unfinished',
  /** Its turn stopped at a limit or at the budget: a person decides whether it continues. */
  'atLimit',
  'waiting',
  'answering',
  'compacting',
  'runningTool',
  'delegating',
  'asking',
  'retrying',
  'stopping',
  'contextFull',
  'failed',
  'done',
  /** Its recovery crashed a start: nothing touches it until a person chooses "Try again". */
  'setAside',
])
export type Activity = z.infer<typeof Activity>

/** What the conversation, or one of its sub-agents, needs from a person. */
export const AskedFor = z.enum(['approval', 'answer', 'moreTime'])
export type AskedFor = z.infer<typeof AskedFor>

/** Null if it needs nothing. */
export function askedForOf({ state, turn }: Viewed): AskedFor | null {
  if (turn?.timeAsked != null) return 'moreTime'
  if (state.type === 'awaitingAnswer') return 'answer'
  if (state.type === 'awaitingApproval') return 'approval'
  const isChildAsking =
    state.type === 'awaitingSubAgents' &&
    state.children.some(({ phase }) => phase.type === 'asking')
  return isChildAsking ? 'approval' : null
}

/** Returns the list's status for a state. */
export function listStatusOf(viewed: Viewed): Pick<ConversationSummary, 'activity' | 'asks'> {
  return { activity: activityOf(viewed), asks: askedForOf(viewed) }
}

export function activityOf({ state, turn }: Viewed): Activity {
  if (askedForOf({ state, turn }) !== null) return 'asking'
  switch (state.type) {
    case 'idle':
      return restAfter(state.unfinished)
    case 'awaitingLlm':
      return 'waiting'
    case 'llmRequesting':
      switch (state.phase.type) {
        case 'connecting':
          return 'waiting'
        case 'streaming':
          return state.purpose === 'compaction' ? 'compacting' : 'answering'
        case 'backoff':
          return 'retrying'
        default:
          return assertNever(state.phase)
      }
    case 'awaitingApproval':
    case 'awaitingAnswer':
      return 'asking'
    case 'toolExecuting':
      return 'runningTool'
    case 'awaitingSubAgents':
      return 'delegating'
    case 'cancelling':
      return 'stopping'
    case 'contextExhausted':
      return 'contextFull'
    case 'error':
    case 'failed':
      return 'failed'
    case 'completed':
      return 'done'
    default:
      return assertNever(state)
  }
}

/** Of conversations whose turn is over, and which nothing stands in the way of. */
export const RESTING: ReadonlySet<Activity> = new Set(['idle', 'unfinished', 'atLimit', 'done'])

function restAfter(cause: Unfinished['cause'] | null): Activity {
  if (cause === null) return 'idle'
  return cause === 'limit' || cause === 'budget' ? 'atLimit' : 'unfinished'
}

/** The place of a conversation in the list. */
export const ListPlace = z
  .object({
    /** True: listed only under the filter for archived ones until it is restored or someone writes in it. */
    isArchived: z.boolean(),
    /** Pinned ones come first, in the order in which they were pinned. ms since 1970; null if not pinned. */
    pinnedAt: z.number().nullable(),
    /**
     * The position that a person gave it in its folder, in ms like the times it is sorted among (`manual-order.ts`);
     * null if none.
     */
    rank: z.number().nullable(),
  })
  .readonly()
export type ListPlace = z.infer<typeof ListPlace>
/** The place of a conversation that nobody has moved. */
export const IN_THE_LIST: ListPlace = { isArchived: false, pinnedAt: null, rank: null }

/** A conversation's own git worktree: its branch, and the folder it was created from. */
export const WorktreeOf = z.object({ branch: z.string(), repository: z.string() }).readonly()
export type WorktreeOf = z.infer<typeof WorktreeOf>

/** One row of the conversation list. Times are ms since 1970. */
export const ConversationSummary = z
  .object({
    id: ConversationId,
    title: z.string(),
    folder: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
    activity: Activity,
    /** Null if it needs nothing. */
    asks: AskedFor.nullable(),
    /** True once it has a message. Before that it is in no list and only holds the draft. */
    hasBegun: z.boolean(),
    /** True if it has changed since someone last looked at it. */
    isUnread: z.boolean(),
    /** The conversation it was forked from. */
    forkedFrom: ConversationId.nullable(),
    ...ListPlace.unwrap().shape,
    /** Number of commands running independently of its turns: background jobs and a person's own commands. */
    jobs: z.number().int().nonnegative(),
    /** Null if it has no git worktree. */
    worktree: WorktreeOf.nullable(),
  })
  .readonly()
export type ConversationSummary = z.infer<typeof ConversationSummary>
/** The part that is stored on disk. */
export type StoredSummary = Omit<ConversationSummary, 'jobs' | 'worktree'>

/** A process of the conversation that survived the attempt to end it. */
export const OrphanProcess = z
  .object({ workId: WorkId, pid: z.number().int(), command: z.string(), since: z.number() })
  .readonly()
export type OrphanProcess = z.infer<typeof OrphanProcess>

/** Maximum size of a call's input shown while it is written: lines, and code units. */
export const LIVE_CALL_LINES = 40
export const LIVE_CALL_LENGTH = 4096

/** A call whose input is being written. */
export const LiveCall = z
  .object({
    /** The tool's name. */
    name: z.string(),
    /** The file that the call concerns. Null if none, or not known yet. */
    path: z.string().nullable(),
    /** The number of lines written so far; `text` contains the last of them. */
    lines: z.number().int().nonnegative(),
    text: z.string(),
  })
  .readonly()
export type LiveCall = z.infer<typeof LiveCall>

/** The output of the running request so far: shown, never stored. Lengths are UTF-16 code units. */
export const LiveReply = z
  .object({
    requestId: WorkId,
    thinking: z.string(),
    text: z.string(),
    calls: z.array(LiveCall).readonly(),
  })
  .readonly()
export type LiveReply = z.infer<typeof LiveReply>

/** The running request has produced nothing since `since`, and is given up at `until`. In ms since 1970. */
export const LiveSilence = z
  .object({ requestId: WorkId, since: z.number(), until: z.number() })
  .readonly()
export type LiveSilence = z.infer<typeof LiveSilence>
export type Silence = Omit<LiveSilence, 'requestId'>

/** The current call's output: its end, with `dropped` code units missing from the front. */
export const LiveOutput = z
  .object({ callId: CallId, text: z.string(), dropped: z.number().int().nonnegative() })
  .readonly()
export type LiveOutput = z.infer<typeof LiveOutput>

/** Maximum size of a command's output kept for the screen, in code units. */
export const LIVE_OUTPUT_LENGTH = 256 * 1024

/** Number of messages in a snapshot (the newest) or in a page of older ones. */
export const MESSAGE_PAGE = 200

/**
 * A conversation at one moment. Every later event carries the same `epoch` and a `seq` above this one. `now` is the
 * host's clock, against which clients measure durations.
 */
export const ConversationSnapshot = z
  .object({
    summary: ConversationSummary,
    epoch: z.number().int(),
    seq: z.number().int().nonnegative(),
    now: z.number(),
    /** The name of the current model. */
    model: z.string(),
    state: StateView,
    /** Null if there is no current turn. */
    turn: TurnView.nullable(),
    messages: z.array(Message).readonly(),
    /** Messages of a step that could not be saved: shown after the others, not on disk. */
    unsaved: z.array(Message).readonly(),
    hasEarlier: z.boolean(),
    reply: LiveReply.nullable(),
    silence: LiveSilence.nullable(),
    output: LiveOutput.nullable(),
    /** The hooks that are running on a message or at the end of a turn. */
    hooks: z.array(LiveHook).readonly(),
    orphans: z.array(OrphanProcess).readonly(),
    jobs: z.array(BackgroundJob).readonly(),
    jobEnds: z.array(JobEnd).readonly(),
    /** The commands that people ran among these messages. */
    shells: z.array(ShellCommand).readonly(),
    draft: MessageDraft,
    permissionMode: PermissionMode,
    /** True: sandboxed commands may use the network. */
    network: z.boolean(),
    /** True: models may use their provider's web search in this conversation. */
    webSearch: z.boolean(),
    /** True if the next turn's model has a web search, as far as is known. */
    searchesWeb: z.boolean(),
    /** The conversation's own; null for Phoenix's. */
    systemPrompt: z.string().nullable(),
    chosenModel: ChosenModel,
    chosenFallback: ChosenFallback,
    chosenEffort: ChosenEffort,
    chosenKeepTrying: ChosenKeepTrying,
    chosenBudget: ChosenBudget,
    /** True if the folder was missing at the last check: no turn starts. */
    isFolderGone: z.boolean(),
    /** The instruction files in force, as last read. */
    instructions: z.array(Instructions).readonly(),
    use: ContextUse,
    /** The waiting messages, in order. */
    waiting: z.array(WaitingMessage).readonly(),
  })
  .readonly()
export type ConversationSnapshot = z.infer<typeof ConversationSnapshot>
