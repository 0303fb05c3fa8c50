import { MAX_JOB_ENDS } from '../../shared/conversation/background-job.ts'
import { assertNever } from '../../shared/assert-never.ts'
import {
  type ConversationSnapshot,
  type ConversationSummary,
  type LiveReply,
  listStatusOf,
} from '../../shared/conversation/conversation.ts'
import type { ClientEvent, ClientEventOf } from '../../shared/protocol/events.ts'
import type { MessageId, WorkId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import { runningCallOf } from '../../shared/conversation/running-call.ts'
import type { StateView, Viewed } from '../../shared/conversation/state-view.ts'
import type { Purpose } from '../../shared/conversation/turn.ts'
import { appendToOutput, appendToReply, withCall } from './live.ts'
import { mergeMessages } from './merge-messages.ts'
import { withPrinted, withShell } from './shells.ts'

/** A conversation as this window knows it: a snapshot and every event since. */
export type ConversationView = Omit<ConversationSnapshot, 'now' | 'draft' | 'unsaved'> & {
  /** The part of a reply that had arrived when it was stopped or cut. Never stored; shown until the conversation goes on (REQ-BED-005). */
  readonly notKept: LiveReply | null
  /** The request that streamed each stored reply, so the page keeps what it has drawn. */
  readonly streamedAs: ReadonlyMap<MessageId, WorkId>
  /** The last turn that ended while this window was open; a new object for each turn. Null if none has. */
  readonly ended: { readonly goal: Purpose } | null
}

/** The fields that a thread needs to show a conversation, live or from a file. */
export type ThreadView = Pick<
  ConversationView,
  | 'hasEarlier'
  | 'isFolderGone'
  | 'messages'
  | 'model'
  | 'notKept'
  | 'output'
  | 'reply'
  | 'shells'
  | 'state'
  | 'streamedAs'
  | 'turn'
> & { readonly summary: Pick<ConversationSummary, 'id'> }

export type AppliedEvent =
  | { readonly type: 'ignored' }
  | { readonly type: 'changed'; readonly view: ConversationView }
  /** Something is missing: the conversation must be opened again. */
  | { readonly type: 'gap' }

const IGNORED: AppliedEvent = { type: 'ignored' }
const GAP: AppliedEvent = { type: 'gap' }

export function viewOf(snapshot: ConversationSnapshot): ConversationView {
  const { now: _now, draft: _draft, unsaved, ...rest } = snapshot
  const messages = mergeMessages(rest.messages, unsaved)
  return { ...rest, messages, notKept: null, streamedAs: new Map(), ended: null }
}

/**
 * The client's only guard: ignores events that are not newer or of other conversations and epochs, and reports gaps.
 */
export function applyEvent(view: ConversationView, event: ClientEvent): AppliedEvent {
  switch (event.type) {
    case 'list.changed':
      return event.summary.id === view.summary.id
        ? { type: 'changed', view: { ...view, summary: event.summary } }
        : IGNORED
    case 'list.removed':
    case 'settings.changed':
    case 'rules.changed':
    case 'host.faulted':
    case 'host.storage':
    case 'link.opened':
    case 'menu.chosen':
      return IGNORED
    case 'conversation.stepped':
      return isOurs(view, event) ? applyStep(view, event) : IGNORED
    case 'conversation.unsaved':
      return isOurs(view, event) ? changed(afterStep(view, event)) : IGNORED
    case 'conversation.streamed':
      return isOurs(view, event) ? applyStreamed(view, event) : IGNORED
    case 'conversation.callGrew':
      return isOurs(view, event) ? applyGrown(view, event) : IGNORED
    case 'conversation.silent':
      return isOurs(view, event) ? changed({ ...view, silence: event.silence }) : IGNORED
    case 'conversation.printed':
      return isOurs(view, event) ? applyPrinted(view, event) : IGNORED
    case 'conversation.hooks':
      return isOurs(view, event) ? changed({ ...view, hooks: event.hooks }) : IGNORED
    case 'conversation.orphans':
      return isOurs(view, event) ? changed({ ...view, orphans: event.orphans }) : IGNORED
    case 'conversation.jobs':
      return isOurs(view, event) ? changed({ ...view, jobs: event.jobs }) : IGNORED
    case 'conversation.folder':
      return isOurs(view, event) ? changed({ ...view, isFolderGone: event.isGone }) : IGNORED
    case 'conversation.jobEnded':
      return isOurs(view, event)
        ? changed({ ...view, jobEnds: [...view.jobEnds, event.end].slice(-MAX_JOB_ENDS) })
        : IGNORED
    case 'conversation.shell':
      return isOurs(view, event)
        ? changed({ ...view, shells: withShell(view.shells, event.command) })
        : IGNORED
    case 'conversation.shellPrinted':
      return isOurs(view, event)
        ? changed({ ...view, shells: withPrinted(view.shells, event) })
        : IGNORED
    // The terminals of all conversations are in their own store (terminals.ts).
    case 'conversation.terminals':
    case 'terminal.screen':
    case 'terminal.printed':
    case 'terminal.resized':
      return IGNORED
    // The composers have it.
    case 'conversation.drafted':
      return IGNORED
    // For editors only.
    case 'editor.asked':
      return IGNORED
    case 'conversation.waiting':
      return isOurs(view, event) ? changed({ ...view, waiting: event.waiting }) : IGNORED
    case 'conversation.configured': {
      const { type: _type, conversationId: _id, epoch: _epoch, ...own } = event
      return isOurs(view, event) ? changed({ ...view, ...own }) : IGNORED
    }
    default:
      return assertNever(event)
  }
}

function changed(view: ConversationView): AppliedEvent {
  return { type: 'changed', view }
}

function isOurs(
  view: ConversationView,
  event: { readonly conversationId: string; readonly epoch: number },
): boolean {
  return event.conversationId === view.summary.id && event.epoch === view.epoch
}

function applyStep(
  view: ConversationView,
  event: ClientEventOf<'conversation.stepped'>,
): AppliedEvent {
  if (event.seq <= view.seq) return IGNORED
  if (event.after !== view.seq) return GAP
  const { seq, state, messages, turn = view.turn } = event
  const { model = view.model, instructions = view.instructions } = event
  const { usedTokens = view.use.usedTokens, limits = view.use } = event
  const use = { ...limits, usedTokens }
  const stepped = afterStep(view, { state, turn, messages })
  return changed({ ...stepped, seq, model, use, instructions })
}

function afterStep(
  view: ConversationView,
  step: Viewed & { readonly messages: readonly Message[] },
): ConversationView {
  const { state, turn } = step
  const isStreaming = view.reply !== null && requestOf(state) === view.reply.requestId
  const output = runningCallOf(state) === view.output?.callId ? view.output : null
  const messages = mergeMessages(view.messages, step.messages)
  const goal = goalOf(view)
  const ended = state.type === 'idle' && goal !== null ? { goal } : view.ended
  const summary = { ...view.summary, ...listStatusOf(step) }
  const base = { ...view, summary, state, turn, messages, output, ended }
  return isStreaming ? base : { ...base, ...endReply(view, step.messages) }
}

/** The goal of the turn at work; null: none is. A stopped turn is over, but the work that it waits for belongs to a reply. */
function goalOf({ state, turn }: Viewed): Purpose | null {
  return turn?.goal ?? (state.type === 'cancelling' ? 'reply' : null)
}

/** Clears the streamed reply at the step that ends its request: all streamed text arrives before the final message. */
function endReply(
  view: ConversationView,
  news: readonly Message[],
): Pick<ConversationView, 'reply' | 'notKept' | 'streamedAs'> {
  const { reply, streamedAs } = view
  const stored = news.find((message) => message.content.type === 'agent')
  if (reply !== null && stored !== undefined) {
    const next = new Map(streamedAs).set(stored.id, reply.requestId)
    return { reply: null, notKept: null, streamedAs: next }
  }
  const left = reply !== null && hasWords(reply) ? reply : view.notKept
  return { reply: null, notKept: news.some(goesOn) ? null : left, streamedAs }
}

function hasWords({ calls, text, thinking }: LiveReply): boolean {
  return text.trim() !== '' || thinking.trim() !== '' || calls.length > 0
}

/** True if nothing before this message is still unfinished. */
function goesOn({ content }: Message): boolean {
  switch (content.type) {
    case 'agent':
    case 'rewound':
      return true
    case 'user':
      return content.author === 'person'
    case 'tool':
    case 'subAgent':
    case 'undo':
    case 'summary':
    case 'attachmentsDropped':
    case 'repair':
    case 'system':
    case 'error':
    case 'unreadable':
      return false
    default:
      return assertNever(content)
  }
}

/**
 * The part of a reply that no message contained when a window left its conversation. `seq`: of the newest message then
 * known.
 */
export interface RememberedReply {
  readonly reply: LiveReply
  readonly seq: number
}

export function rememberedReplyOf({
  reply,
  notKept,
  messages,
}: ConversationView): RememberedReply | null {
  const left = reply ?? notKept
  return left === null ? null : { reply: left, seq: messages.at(-1)?.seq ?? 0 }
}

/** Shows the left reply again in a reopened conversation, unless the conversation has gone on. */
export function withRememberedReply(
  view: ConversationView,
  left: RememberedReply | null,
): ConversationView {
  if (left === null || view.reply !== null) return view
  const hasGoneOn = view.messages.some((message) => message.seq > left.seq && goesOn(message))
  return hasGoneOn ? view : { ...view, notKept: left.reply }
}

function applyStreamed(
  view: ConversationView,
  event: ClientEventOf<'conversation.streamed'>,
): AppliedEvent {
  if (requestOf(view.state) !== event.requestId) return IGNORED
  const reply = appendToReply(view.reply, event)
  if (reply === null) return GAP
  return reply === view.reply ? IGNORED : changed({ ...view, reply, notKept: null })
}

function applyGrown(
  view: ConversationView,
  event: ClientEventOf<'conversation.callGrew'>,
): AppliedEvent {
  if (requestOf(view.state) !== event.requestId) return IGNORED
  const reply = withCall(view.reply, event)
  return reply === null ? GAP : changed({ ...view, reply, notKept: null })
}

function applyPrinted(
  view: ConversationView,
  event: ClientEventOf<'conversation.printed'>,
): AppliedEvent {
  if (runningCallOf(view.state) !== event.callId) return IGNORED
  return changed({ ...view, output: appendToOutput(view.output, event) })
}

function requestOf(state: StateView): WorkId | null {
  if (state.type !== 'llmRequesting' || state.phase.type === 'backoff') return null
  return state.phase.requestId
}
