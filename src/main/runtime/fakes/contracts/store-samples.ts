import { NO_USAGE } from '../../../../shared/models/usage.ts'
import { IDLE } from '../../../../shared/conversation/conversation-state.ts'
import type {
  AgentId,
  CallId,
  ConversationId,
  EventId,
  MessageId,
  TurnId,
} from '../../../../shared/ids.ts'
import type { NewMessage } from '../../../../shared/messages/message.ts'
import type { PricedUsage } from '../../../../shared/models/price.ts'
import type { Call, Rule, Turn, Verdict } from '../../../../shared/conversation/turn.ts'
import type { WaitingMessage } from '../../../../shared/messages/waiting.ts'
import { callIdOf } from '../../../../shared/messages/call-id.ts'
import type { Result } from '../../../../shared/result.ts'
import type { Lifecycle } from '../../../core/machine/lifecycle.ts'
import type { NewChild } from '../../../core/machine/step.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import type { Commit, CommitFault, Committed, LogRow } from '../../ports/history-store.ts'
import type { Store } from '../../ports/store.ts'

/** Samples that the tests of the stores write. */
export const ID = 'c1' as ConversationId
export const TURN = 'turn1' as TurnId
export const REPLY = 'reply' as MessageId

/** Returns a commit of a writer that knows of no rows. */
export function commit(part: Partial<Commit>): Commit {
  return {
    conversationId: ID,
    after: 0,
    rows: [],
    messages: [],
    state: IDLE,
    at: 5,
    title: null,
    clearsDraft: false,
    delivered: [],
    holdsWaiting: false,
    unarchives: false,
    folder: null,
    children: [],
    rules: [],
    ...part,
  }
}

/** Commits as a writer that has just read the conversation. */
export function append(store: Store, part: Partial<Commit>): Result<Committed, CommitFault> {
  const after = store.conversation(part.conversationId ?? ID)?.seq ?? 0
  return store.commit(commit({ after, ...part }))
}

/** Saves a rule like the step that allows it. Creates a conversation in the folder if there is none. */
export function saveRule(store: Store, folder: string, rule: Rule): Result<unknown, CommitFault> {
  const conversationId = `in ${folder}` as ConversationId
  if (store.conversation(conversationId) === null)
    store.createConversation({ id: conversationId, folder, permissionMode: 'ask', at: 1 })
  return store.commit(commit({ conversationId, rules: [rule] }))
}

/** Returns the store with one conversation in it. */
export function withConversation(store: Store): Store {
  const created = store.createConversation({
    id: ID,
    folder: '/work',
    permissionMode: 'ask',
    at: 1,
  })
  if (!created.ok) throw new Error(created.error)
  return store
}

export function input(id: string): LogRow {
  const event = {
    input: { type: 'cancelRequested', by: 'user' },
    random: 0,
    printedIn: null,
  } as const
  return { id, kind: 'input', at: 5, event }
}

export function lifecycle(id: string, entry: Lifecycle): LogRow {
  return { id, kind: 'lifecycle', at: 5, parentEventId: 'e1' as EventId, entry }
}

export function user(id: string, text = `text of ${id}`): NewMessage {
  const content = { type: 'user', text, attachments: [], author: 'person' } as const
  return { id: id as MessageId, at: 5, content }
}

/** Returns a reply with these texts, and a call for each command. */
export function reply(commands: readonly string[], texts: readonly string[] = []): NewMessage {
  const calls = commands.map((command) => {
    const value = { command }
    return {
      type: 'toolCall',
      providerCallId: 'x',
      name: 'bash',
      input: { type: 'object', value },
    } as const
  })
  const blocks = [...texts.map((text) => ({ type: 'text', text }) as const), ...calls]
  const by = { endpoint: 'anthropic', model: 'm', price: null }
  const agentFields = {
    type: 'agent',
    turnId: TURN,
    ...by,
    end: 'toolUse',
    usage: NO_USAGE,
  } as const
  return { id: REPLY, at: 5, content: { ...agentFields, blocks } }
}

/** Returns a reply that used this many tokens, at this price in dollars per million tokens. Null: the price is unknown. */
export function answer(id: string, inputTokens: number, dollars: number | null): NewMessage {
  const by = { turnId: TURN, endpoint: 'anthropic', model: 'm' }
  const spent = usageAt(inputTokens, dollars)
  const content = { type: 'agent', ...by, blocks: [], end: 'endTurn', ...spent } as const
  return { id: id as MessageId, at: 5, content }
}

export function summary(id: string, inputTokens: number, dollars: number): NewMessage {
  const spent = usageAt(inputTokens, dollars)
  const content = { type: 'summary', text: 'So far', model: 'm', ...spent } as const
  return { id: id as MessageId, at: 5, content }
}

function usageAt(inputTokens: number, dollars: number | null): PricedUsage {
  const rates = { output: 0, cacheRead: 0, cacheWrite: 0, long: null }
  const price = dollars === null ? null : { input: dollars, ...rates }
  return { usage: { ...NO_USAGE, inputTokens }, price }
}

/** Returns the reply's call with this index, as the policy judged it. */
export function call(index: number, command: string, verdict: Verdict): Call {
  return {
    callId: callIdOf(REPLY, index),
    name: 'bash',
    input: { type: 'object', value: { command } },
    digest: `digest of ${command}`,
    action: 'command',
    subject: command,
    verdict,
  }
}

export function child(
  name: string,
  callId: CallId,
  index: number,
  model: string | null = null,
): NewChild {
  return {
    agentId: name as AgentId,
    callId,
    index,
    task: `task of ${name}`,
    kind: 'explorer',
    model,
  }
}

export function waiting(id: string, text = `text of ${id}`): WaitingMessage {
  return { id: id as MessageId, text, attachments: [], when: 'idle' }
}

export function turn(): Turn {
  const { primary, fallback, effort, systemPrompt, instructions } = testContext()
  return {
    id: TURN,
    startedAt: 4,
    trigger: 'message',
    goal: 'reply',
    throughSeq: null,
    focus: null,
    unfinished: null,
    settings: { primary, fallback, effort, systemPrompt, instructions },
    provider: 'primary',
    requests: 1,
    toolCalls: 0,
    subAgents: 0,
    subAgentTokens: 0,
    usage: NO_USAGE,
    continuations: 0,
    compactionFailures: 0,
    repairs: [],
    mending: null,
    repeated: null,
    askedToSubmit: false,
    lastReplyId: null,
    keptTryingMs: 0,
    clock: null,
  }
}
