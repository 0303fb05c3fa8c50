import { AttachedFile, AttachedImage } from '../../shared/attachment.ts'
import {
  type ConversationSnapshot,
  ConversationSnapshot as Snapshot,
} from '../../shared/conversation.ts'
import {
  type ConversationState,
  ConversationState as State,
} from '../../shared/conversation-state.ts'
import { ClientEvent } from '../../shared/events.ts'
import {
  type CallOutcome,
  type Message,
  Message as AnyMessage,
  type SubAgentOutcome,
} from '../../shared/message.ts'
import { NO_USAGE } from '../../shared/content.ts'

/** Values for tests, each checked against the contract as a host's would be. */
const provider = {
  endpoint: 'anthropic',
  model: 'claude-sonnet-5-5',
  limits: { contextTokens: 1, outputTokens: 1 },
}

const turn = {
  id: 't1',
  startedAt: 0,
  trigger: 'message',
  goal: 'reply',
  settings: {
    primary: provider,
    fallback: null,
    systemPrompt: '',
  },
  provider: 'primary',
  requests: 0,
  toolCalls: 0,
  subAgents: 0,
  subAgentTokens: 0,
  usage: NO_USAGE,
  continuations: 0,
  compactionFailures: 0,
  repairs: [],
  mending: null,
  repeated: null,
  unfinished: null,
  askedToSubmit: false,
  lastReplyId: null,
}

export const SAMPLE_USE = { usedTokens: 10, limitTokens: 100, holdsImages: false }

export const IDLE_STATE: ConversationState = State.parse({ type: 'idle', unfinished: null })

export function streamingState(requestId = 'r1'): ConversationState {
  const phase = { type: 'streaming', requestId, timerId: 'x', deadline: 9, since: 0 }
  return State.parse({ type: 'llmRequesting', turn, purpose: 'reply', attempt: 1, phase })
}

export function toolState(callId = 'm2.0'): ConversationState {
  const input = { type: 'object', value: { command: 'npm test' } }
  const verdict = { type: 'run', limitMs: 1, isApproved: false, mayWrite: true }
  const call = {
    callId,
    name: 'bash',
    input,
    digest: '',
    action: 'command',
    subject: 'npm test',
    verdict,
  }
  return State.parse({
    type: 'toolExecuting',
    turn,
    round: { replyId: 'm2', completed: [], remaining: [] },
    current: { call, workId: 'w1', timerId: 'x', startedAt: 0, deadline: 9 },
  })
}

export function attachmentOf(name: string): AttachedImage {
  const codes = Array.from(name, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('')
  const copy = codes.padStart(64, '0').slice(-64)
  const size = { bytes: 5, width: 10, height: 10 }
  return AttachedImage.parse({ original: copy, copy, mediaType: 'image/png', name, ...size })
}

/** A text file. */
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

export function subAgentMessage(
  seq: number,
  callId: string,
  agentId: string,
  outcome: SubAgentOutcome = 'completed',
): Message {
  const said = { task: 'Task', outcome, text: 'Found it.' }
  const content = { type: 'subAgent', callId, agentId, ...said }
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
    isUnread: false,
    forkedFrom: null,
    isArchived: false,
    pinnedAt: null,
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
    orphans: [],
    jobs: [],
    jobEnds: [],
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
    isFolderGone: false,
    instructions: [],
    use: SAMPLE_USE,
    waiting: [],
  }
  return Snapshot.parse({ ...base, ...more })
}

export function eventOf(type: string, fields: object): ClientEvent {
  return ClientEvent.parse({ type, conversationId: 'c1', epoch: 1, ...fields })
}

export function stepOf(after: number, seq: number, more: object = {}): ClientEvent {
  const base = { after, seq, at: 0, model: 'm', use: SAMPLE_USE, instructions: [] }
  const step = { ...base, state: IDLE_STATE, messages: [] }
  return eventOf('conversation.stepped', { ...step, ...more })
}

export function streamedOf(from: number, text: string, more: object = {}): ClientEvent {
  return eventOf('conversation.streamed', { requestId: 'r1', part: 'text', from, text, ...more })
}

export function callGrewOf(index: number, text: string, requestId = 'r1'): ClientEvent {
  const call = { name: 'bash', path: null, lines: 1, text }
  return eventOf('conversation.callGrew', { requestId, index, call })
}

export function askedCall(callId: string, subject: string | null, why = 'mode'): unknown {
  const input = { type: 'object', value: { command: subject ?? '' } }
  const verdict = { type: 'ask', limitMs: 1, why }
  return { callId, name: 'bash', input, digest: '', action: 'command', subject, verdict }
}

/** Asks about these calls; those that are named were allowed once. */
export function askingState(
  answered: readonly string[],
  ...remaining: readonly unknown[]
): ConversationState {
  return State.parse({
    type: 'awaitingApproval',
    turn,
    round: { replyId: 'm2', completed: [], remaining },
    answers: answered.map((callId) => ({ callId, answer: { type: 'once' } })),
    since: 0,
  })
}

/** Sub-agents in these phases. */
export function delegatingState(...phases: readonly object[]): ConversationState {
  return State.parse({
    type: 'awaitingSubAgents',
    turn,
    round: { replyId: 'm2', completed: [], remaining: [] },
    current: { call: askedCall('m2.0', 'x'), startedAt: 0 },
    children: phases.map((phase, index) => ({
      agentId: `agent-${index}`,
      task: `Task ${index}`,
      phase,
    })),
  })
}
