import type { Block } from '../src/shared/messages/content.ts'
import { ReplyEnd } from '../src/shared/messages/message.ts'
import type { CallAction } from '../src/shared/conversation/turn.ts'
import type { CallFacts, InputOf } from '../src/main/core/machine/event.ts'
import { DEFAULT_CAPS } from '../src/main/core/machine/context.ts'
import { RULE } from './variants.ts'

/** The content of a reply and its calls, before its end is chosen. */
export interface ReplyContent {
  readonly label: string
  readonly blocks: readonly Block[]
  readonly calls: readonly CallFacts[]
}

type Runnable = Extract<CallFacts['check'], { readonly type: 'runnable' }>

/** The limits of a tool and of a sub-agent, with which failure paths are measured. */
const LONGEST_TOOL_MS = 600_000
const LONGEST_AGENT_MINUTES = 30

function call(name: string, action: CallAction, more: Partial<Runnable> = {}): CallFacts {
  const { reach = 'inside', subject = null } = more
  const check = { type: 'runnable', limitMs: LONGEST_TOOL_MS, action, subject, reach } as const
  return { name, input: { type: 'object', value: {} }, digest: 'd', check }
}

function spawn(count: number): CallFacts {
  const task = { task: 'Look', timeoutMinutes: LONGEST_AGENT_MINUTES }
  const tasks = Array.from({ length: count }, () => task)
  return { ...call('spawn_agents', 'spawn'), input: { type: 'object', value: { tasks } } }
}

/** A call of each kind that a verdict or a step distinguishes. Repetition counting treats all as equal, except `other`. */
const think = call('think', 'think')
const other = { ...think, digest: 'e' }
const change = call('edit', 'change')
const command = call(RULE.tool, 'command', { subject: RULE.subject })
const outside = call('read', 'read', { reach: 'outside' })
const fetching = call('web_fetch', 'fetch', { subject: 'example.com' })
const privately = call('web_fetch', 'fetch', { subject: 'localhost', reach: 'outside' })
const secret = call('edit', 'change', { reach: 'secret' })
const agents = spawn(2)
const submit: CallFacts = {
  ...call('submit_result', 'submit'),
  input: { type: 'object', value: { result: 'done' } },
}
const submitUnsuccessful: CallFacts = {
  ...submit,
  input: { type: 'object', value: { result: 'why', success: false } },
}
const question: CallFacts = {
  ...call('ask_user', 'question'),
  input: { type: 'object', value: { question: 'Which?' } },
}
const unusable: CallFacts = { ...think, check: { type: 'unusable', text: 'no such tool' } }

const text: Block = { type: 'text', text: 'words' }
const blank: Block = { type: 'text', text: ' ' }

/** 0, 1, 2 and many calls and sub-agents; one more call than a reply may make. */
export const REPLIES: readonly ReplyContent[] = [
  { label: 'nothing', blocks: [], calls: [] },
  { label: 'blank', blocks: [blank], calls: [] },
  { label: 'text', blocks: [text], calls: [] },
  contentOf('think', [think]),
  contentOf('another think', [other]),
  contentOf('change', [change]),
  contentOf('command', [command]),
  contentOf('read outside', [outside]),
  contentOf('change of a secret', [secret]),
  contentOf('fetch', [fetching]),
  contentOf('fetch of a private host', [privately]),
  contentOf('1 sub-agent', [spawn(1)]),
  contentOf('2 sub-agents', [agents]),
  contentOf('10 sub-agents', [spawn(10)]),
  contentOf('question', [question]),
  contentOf('submit', [submit]),
  contentOf('submit that it is not done', [submitUnsuccessful]),
  contentOf('unusable', [unusable]),
  contentOf('text, think', [think], [text]),
  { ...contentOf('think, text', [think]), blocks: [blockOf(think), text] },
  contentOf('think, think', [think, think]),
  contentOf('think, command', [think, command]),
  contentOf('command, think', [command, think]),
  contentOf('command, command', [command, command]),
  contentOf('sub-agents, think', [agents, think]),
  contentOf('think, sub-agents', [think, agents]),
  contentOf('sub-agents, command', [agents, command]),
  contentOf('question, command', [question, command]),
  contentOf('think, question', [think, question]),
  contentOf('submit, think', [submit, think]),
  contentOf('unusable, think', [unusable, think]),
  contentOf('think, unusable', [think, unusable]),
  contentOf('unusable, unusable', [unusable, unusable]),
  contentOf('many calls', manyOf(think)),
  contentOf('many commands', manyOf(command)),
  contentOf('many calls of a sub-agent', manyOf(spawn(1))),
]

function manyOf(each: CallFacts): readonly CallFacts[] {
  return Array.from({ length: DEFAULT_CAPS.callsPerReply + 1 }, () => each)
}

function contentOf(
  label: string,
  calls: readonly CallFacts[],
  before: readonly Block[] = [],
): ReplyContent {
  return { label, blocks: [...before, ...calls.map(blockOf)], calls }
}

function blockOf({ name, input }: CallFacts): Block {
  return { type: 'toolCall', providerCallId: 'call', name, input }
}

/** Each end; for several calls, one end of each kind that treats them differently. */
export function endsOf({ calls }: ReplyContent): readonly ReplyEnd[] {
  return calls.length > 1
    ? ['toolUse', 'unknown', 'pauseTurn', 'maxTokens', 'refusal']
    : ReplyEnd.options
}

export const FOLLOWS: readonly InputOf<'llmResponded'>['follows'][] = ['message', 'results']
/** Larger and smaller than any summary of the request. */
export const REQUEST_TOKENS = { long: 10_000, short: 0 } as const
