import { AttachedFile, AttachedImage } from '../../shared/messages/attachment.ts'
import {
  type ConversationSnapshot,
  ConversationSnapshot as Snapshot,
} from '../../shared/conversation/conversation.ts'
import { ClientEvent, type ClientEventOf } from '../../shared/protocol/events.ts'
import {
  type CallOutcome,
  type Message,
  Message as AnyMessage,
  type SubAgentOutcome,
} from '../../shared/messages/message.ts'
import { NO_USAGE } from '../../shared/models/usage.ts'
import { isAtRest, StateView, TurnView } from '../../shared/conversation/state-view.ts'

/** Values for tests, each validated against the contract like a host's. */
export const SAMPLE_TURN: TurnView = TurnView.parse({
  id: 't1',
  goal: 'reply',
  model: 'claude-sonnet-5-5',
  insteadOf: null,
  fallback: null,
  attempts: 3,
  timeAsked: null,
})

export const SAMPLE_USE = { usedTokens: 10, limitTokens: 100, holdsImages: false }

export const IDLE_STATE: StateView = StateView.parse({
  type: 'idle',
  unfinished: null,
  can: ['compact', 'rewind'],
})

export function streamingState(requestId = 'r1'): StateView {
  const phase = { type: 'streaming', requestId, deadline: 9, since: 0, ifSilent: 'again' }
  return StateView.parse({
    type: 'llmRequesting',
    purpose: 'reply',
    attempt: 1,
    phase,
  })
}

export function toolState(callId = 'm2.0'): StateView {
  return StateView.parse({ type: 'toolExecuting', callId, startedAt: 0, deadline: 9, behind: 0 })
}

/** The state in which a running call asks a person something. */
export function toolAskingState(callId = 'm2.0'): StateView {
  const question = { question: 'Really?', options: [{ label: 'Yes' }], multi_select: false }
  const asked = { number: 1, by: 'A server', question, deadline: 9 }
  return StateView.parse({ type: 'awaitingAnswer', callId, asked, behind: 0 })
}

/** Returns the current turn that goes with this state. Null if there is none. */
function turnIn(state: StateView): TurnView | null {
  return isAtRest(state) || state.type === 'cancelling' ? null : SAMPLE_TURN
}

export function attachmentOf(name: string): AttachedImage {
  const codes = Array.from(name, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('')
  const copy = codes.padStart(64, '0').slice(-64)
  const size = { bytes: 5, width: 10, height: 10 }
  return AttachedImage.parse({ original: copy, copy, mediaType: 'image/png', name, ...size })
}

/** Returns an attached text file. */
export function fileAttachmentOf(name: string): AttachedFile {
  const facts = { kind: 'file', mediaType: 'text/plain', isText: true, bytes: 5 }
  const { original } = attachmentOf(name)
  return AttachedFile.parse({ ...facts, original, name, path: `/attached/${name}` })
}

export function personMessage(seq: number, text = `question ${seq}`, id = `m${seq}`): Message {
  const content = { type: 'user', text, attachments: [], author: 'person' }
  return AnyMessage.parse({ id, seq, at: seq, content })
}

export function agentMessage(seq: number, blocks: readonly unknown[]): Message {
  const content = {
    type: 'agent',
    turnId: 't1',
    endpoint: 'anthropic',
    model: 'm',
    blocks,
    end: 'endTurn',
    usage: NO_USAGE,
  }
  return AnyMessage.parse({ id: `m${seq}`, seq, at: seq, content })
}

export function resultMessage(
  seq: number,
  callId: string,
  text: string,
  outcome: CallOutcome = 'ok',
): Message {
  const content = {
    type: 'tool',
    callId,
    outcome,
    content: [{ type: 'text', text }],
    durationMs: 5,
    summary: null,
  }
  return AnyMessage.parse({ id: `m${seq}`, seq, at: seq, content })
}

export function rewoundMessage(seq: number, fromSeq: number): Message {
  const content = { type: 'rewound', fromSeq }
  return AnyMessage.parse({ id: `m${seq}`, seq, at: seq, content })
}

export function unreadableMessage(seq: number, missing: number): Message {
  const content = { type: 'unreadable', missing }
  return AnyMessage.parse({ id: `m${seq}`, seq, at: seq, content })
}

export function subAgentMessage(
  seq: number,
  callId: string,
  agentId: string,
  outcome: SubAgentOutcome = 'completed',
): Message {
  const fields = { task: 'Task', outcome, text: 'Found it.' }
  const content = { type: 'subAgent', callId, agentId, ...fields }
  return AnyMessage.parse({ id: `m${seq}`, seq, at: seq, content })
}

export function snapshotOf(more: Partial<ConversationSnapshot> = {}): ConversationSnapshot {
  const summary = {
    id: 'c1',
    title: 'Title',
    folder: '/folder',
    createdAt: 1,
    updatedAt: 1,
    activity: 'idle',
    asks: null,
    hasBegun: true,
    isUnread: false,
    forkedFrom: null,
    worktree: null,
    isArchived: false,
    pinnedAt: null,
    rank: null,
    jobs: 0,
  }
  const base = {
    summary,
    epoch: 1,
    seq: 10,
    now: 0,
    model: 'm',
    state: IDLE_STATE,
    messages: [],
    unsaved: [],
    hasEarlier: false,
    reply: null,
    silence: null,
    output: null,
    hooks: [],
    orphans: [],
    jobs: [],
    jobEnds: [],
    shells: [],
    draft: { text: '', attachments: [], caret: 0 },
    permissionMode: 'ask',
    network: true,
    webSearch: false,
    searchesWeb: true,
    systemPrompt: null,
    chosenModel: null,
    chosenFallback: null,
    chosenEffort: null,
    chosenKeepTrying: null,
    chosenBudget: null,
    isFolderGone: false,
    instructions: [],
    use: SAMPLE_USE,
    waiting: [],
  }
  const turn = turnIn(more.state ?? IDLE_STATE)
  return Snapshot.parse({ ...base, turn, ...more })
}

export function eventOf(type: string, fields: object): ClientEvent {
  return ClientEvent.parse({ type, conversationId: 'c1', epoch: 1, ...fields })
}

export function stepOf(
  after: number,
  seq: number,
  more: Partial<ClientEventOf<'conversation.stepped'>> = {},
): ClientEvent {
  const { state = IDLE_STATE } = more
  const step = { after, seq, state, messages: [], turn: turnIn(state) }
  return eventOf('conversation.stepped', { ...step, ...more })
}

export function streamedOf(from: number, text: string, more: object = {}): ClientEvent {
  return eventOf('conversation.streamed', { requestId: 'r1', part: 'text', from, text, ...more })
}

export function callGrewOf(index: number, text: string, requestId = 'r1'): ClientEvent {
  const call = { name: 'bash', path: null, lines: 1, text }
  return eventOf('conversation.callGrew', { requestId, index, call })
}

/** A command that a person is asked about. `subject`: null if no rule can name it. */
export interface SampleCall {
  readonly callId: string
  readonly subject: string | null
  readonly why: string
}

export function askedCall(callId: string, subject: string | null, why = 'mode'): SampleCall {
  return { callId, subject, why }
}

/** Returns the reply `m2` with these calls, each at the position in its id. */
export function replyWith(...calls: readonly SampleCall[]): Message {
  const blocks: unknown[] = []
  for (const { callId, subject } of calls)
    blocks[Number(callId.split('.')[1])] = calledWith('bash', { command: subject ?? '' })
  return agentMessage(
    2,
    Array.from(blocks, (block) => block ?? calledWith('think', {})),
  )
}

function calledWith(name: string, value: object): unknown {
  return { type: 'toolCall', providerCallId: 'p', name, input: { type: 'object', value } }
}

/** Returns the state that asks about these calls. `answered`: the ids of calls already allowed once. */
export function askingState(
  answered: readonly string[],
  ...calls: readonly SampleCall[]
): StateView {
  return StateView.parse({
    type: 'awaitingApproval',
    calls: calls.map(({ callId, subject, why }) => ({
      callId,
      action: 'command',
      why,
      subjectIn: subject === null ? null : 'command',
      answer: answered.includes(callId) ? 'once' : null,
    })),
  })
}

/** Returns the reply `m2` that starts `count` sub-agents: `Task 0` and so on. */
export function spawningReply(count: number): Message {
  const tasks = Array.from({ length: count }, (_, index) => ({ task: `Task ${index}` }))
  return agentMessage(2, [calledWith('spawn_agents', { tasks })])
}

/** Returns the state of sub-agents in these phases. */
export function delegatingState(...phases: readonly object[]): StateView {
  return StateView.parse({
    type: 'awaitingSubAgents',
    callId: 'm2.0',
    startedAt: 0,
    behind: 0,
    children: phases.map((phase, index) => ({ agentId: `agent-${index}`, phase })),
  })
}
