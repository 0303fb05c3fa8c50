import { ASK_USER, type UserQuestion } from '../../../shared/messages/user-question.ts'
import type { CallAction } from '../../../shared/conversation/turn.ts'
import { SPAWN_AGENTS, SUBMIT_RESULT } from '../request/agent-tools.ts'
import type { CallFacts } from '../machine/event.ts'

/** Calls as the tool port inspects them, for tests. Each has its own digest, derived from its input. */
type Reach = Extract<CallFacts['check'], { type: 'runnable' }>['reach']

interface Runnable {
  readonly action: CallAction
  readonly value: Readonly<Record<string, unknown>>
  readonly subject?: string
  readonly reach?: Reach
}

export function runnable(name: string, of: Runnable): CallFacts {
  const { action, value, subject = null, reach = 'inside' } = of
  return {
    name,
    input: { type: 'object', value },
    digest: `${name} ${JSON.stringify(value)}`,
    check: { type: 'runnable', limitMs: 60_000, action, subject, reach },
  }
}

export function bash(command: string, reach: Reach = 'inside'): CallFacts {
  return runnable('bash', { action: 'command', value: { command }, subject: command, reach })
}

export function edit(path: string, reach: Reach = 'inside'): CallFacts {
  return runnable('edit', { action: 'change', value: { path }, reach })
}

export function read(path: string, reach: Reach = 'inside'): CallFacts {
  return runnable('read', { action: 'read', value: { path }, reach })
}

export function fetching(host: string, reach: Reach = 'inside'): CallFacts {
  const value = { url: `https://${host}/` }
  return runnable('web_fetch', { action: 'fetch', value, subject: host, reach })
}

/** Returns a call of an MCP server's tool, given the subject of a rule. */
export function calling(subject: string): CallFacts {
  return runnable('mcp__server__tool', { action: 'server', value: {}, subject })
}

export function think(thought: string): CallFacts {
  return runnable('think', { action: 'think', value: { thought } })
}

export type TestTask =
  | string
  | {
      readonly task: string
      readonly kind?: string
      readonly timeoutMinutes?: number
      readonly model?: string
    }

export function spawn(...tasks: readonly TestTask[]): CallFacts {
  const value = { tasks: tasks.map((each) => (typeof each === 'string' ? { task: each } : each)) }
  return runnable(SPAWN_AGENTS, { action: 'spawn', value })
}

export function question(value: Partial<UserQuestion> = {}): CallFacts {
  return runnable(ASK_USER, { action: 'question', value: { question: 'Which?', ...value } })
}

export function submit(result: string, success?: boolean): CallFacts {
  const value = success === undefined ? { result } : { result, success }
  return runnable(SUBMIT_RESULT, { action: 'submit', value })
}

export function unusable(name: string, text: string): CallFacts {
  return { ...think(name), name, check: { type: 'unusable', text } }
}
