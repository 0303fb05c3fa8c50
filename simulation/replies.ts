import { assertNever } from '../src/shared/assert-never.ts'
import type { Block, CallInput } from '../src/shared/messages/content.ts'
import { SPAWN_AGENTS, SUBMIT_RESULT } from '../src/main/core/request/agent-tools.ts'
import { ASK_USER } from '../src/shared/messages/user-question.ts'
import type { ReplyEnd } from '../src/shared/messages/message.ts'
import type { ModelOutcome } from '../src/main/runtime/ports/ports.ts'
import type { Choices } from './choices.ts'
import { hasSkills, SKILL_TOOL } from './faults/skill-faults.ts'

type Responded = Extract<ModelOutcome, { type: 'responded' }>

/** The purpose of a request: a conversation, a sub-agent, a sub-agent's final answer, a summary or a title. */
export type RequestPurpose = 'root' | 'child' | 'last' | 'summary' | 'title'

/** Enough to reach a low token limit within a few requests, too few to fill any context. */
const INPUT_TOKENS = 3_000

export function responded(
  blocks: readonly Block[],
  end: ReplyEnd,
  inputTokens = INPUT_TOKENS,
): Responded {
  const usage = { inputTokens, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
  return { type: 'responded', blocks, end, usage }
}

export function text(words: string): Block {
  return { type: 'text', text: words }
}

/** Blanks at both ends: any change on the way invalidates the signature. */
export function thinking(about: string): Block {
  return { type: 'thinking', text: ` about ${about}\n`, signature: `signed ${about}` }
}

/** The same in the form of chat completions: in a named field. */
function reasoning(about: string): Block {
  const text = ` about ${about}\n`
  return { type: 'thinking', text, signature: null, field: 'reasoning_content' }
}

export function call(command: string, id: string): Block {
  return toolCall('bash', { type: 'object', value: { command } }, id)
}

export function toolCall(name: string, input: CallInput, providerCallId: string): Block {
  return { type: 'toolCall', providerCallId, name, input }
}

export function calls(count: number, tag: string): readonly Block[] {
  return Array.from({ length: count }, (_, index) => call(`do ${tag} ${index}`, `${tag}_${index}`))
}

function edits(count: number, tag: string): readonly Block[] {
  const input = { type: 'object', value: { path: tag } } as const
  return Array.from({ length: count }, (_, index) => toolCall('edit', input, `${tag}_${index}`))
}

/** The simulator's deadline for a sub-agent; some have less. */
export const CHILD_MINUTES = 4

export function spawn(tasks: readonly string[], id: string, timeoutMinutes = CHILD_MINUTES): Block {
  const value = { tasks: tasks.map((task) => ({ task, timeoutMinutes })) }
  return toolCall(SPAWN_AGENTS, { type: 'object', value }, id)
}

export function submit(result: string, id: string): Block {
  return toolCall(SUBMIT_RESULT, { type: 'object', value: { result } }, id)
}

/** The reply of a model without faults. `tag` is in no other reply. */
export function goodReply(choices: Choices, tag: string, asking: RequestPurpose): Responded {
  switch (asking) {
    case 'root':
      return rootReply(choices, tag)
    case 'child':
      return childReply(choices, tag)
    case 'last':
      return responded([text(`last words ${tag}`)], 'endTurn')
    case 'summary':
      return responded([text(`Summary ${tag}`)], 'endTurn')
    case 'title':
      return responded([text(`Title ${tag}`)], 'endTurn')
    default:
      return assertNever(asking)
  }
}

/** The reply once faults have stopped: everything comes to an end. */
export function healedReply(choices: Choices, tag: string, asking: RequestPurpose): Responded {
  if (asking === 'child') {
    return choices.int(3) === 1 ? workingReply(choices, tag) : handingIn(tag)
  }
  if (asking !== 'root') return goodReply(choices, tag, asking)
  return choices.int(3) === 1
    ? workingReply(choices, tag)
    : responded([text(`healed ${tag}`)], 'endTurn')
}

function rootReply(choices: Choices, tag: string): Responded {
  switch (choices.int(9)) {
    case 1:
    case 2:
      return workingReply(choices, tag)
    case 3:
      return responded([thinking(tag), text(`answer ${tag}`)], 'endTurn')
    case 4:
      return responded(
        [{ type: 'redactedThinking', data: `secret ${tag}` }, text(tag)],
        'stopSequence',
      )
    case 5:
    case 6:
      return delegating(choices, tag)
    case 7:
      return asking(choices, tag)
    default:
      return responded([text(`answer ${tag}`)], 'endTurn')
  }
}

function childReply(choices: Choices, tag: string): Responded {
  switch (choices.int(6)) {
    case 1:
    case 2:
      return workingReply(choices, tag)
    case 3:
      return responded([text(`I am done ${tag}`)], 'endTurn')
    case 4:
      return responded([thinking(tag), submit(`thought ${tag}`, tag)], 'toolUse')
    default:
      return handingIn(tag)
  }
}

/** Asks with one option for each way in which a person answers; sometimes before a call that waits for the answer. */
function asking(choices: Choices, tag: string): Responded {
  const options = [{ label: `first ${tag}` }, { label: `second ${tag}` }]
  const value = { question: `Which ${tag}?`, options, multi_select: choices.int(2) === 1 }
  const asked = toolCall(ASK_USER, { type: 'object', value }, `${tag}_q`)
  return responded([asked, ...calls(choices.int(2), tag)], 'toolUse')
}

function handingIn(tag: string): Responded {
  return responded([submit(`result ${tag}`, tag)], 'toolUse')
}

function workingReply(choices: Choices, tag: string): Responded {
  switch (choices.int(5)) {
    case 1:
      return responded(
        [reasoning(tag), text(`I look at ${tag}`), ...(skillCalls(choices, tag) ?? calls(1, tag))],
        'toolUse',
      )
    case 2:
      return responded(mixedCalls(choices, tag), 'toolUse')
    case 3:
      // Equal to other calls, with equal results.
      return responded([call('same', tag)], 'toolUse')
    case 4:
      return responded(edits(1 + choices.int(2), tag), 'toolUse')
    default:
      return responded(calls(1 + choices.int(3), tag), 'toolUse')
  }
}

/** Calls that the permission modes judge differently. */
function mixedCalls(choices: Choices, tag: string): readonly Block[] {
  const value = { path: tag }
  const of = (name: string, index: number): Block =>
    toolCall(name, { type: 'object', value }, `${tag}_${index}`)
  return Array.from({ length: 1 + choices.int(3) }, (_, index) => {
    switch (choices.int(6)) {
      case 1:
        return of(hasSkills(choices) ? SKILL_TOOL : 'read', index)
      case 2:
        return call(`out ${tag}`, `${tag}_${index}`)
      case 3:
        return call(`secret ${tag}`, `${tag}_${index}`)
      case 4:
        // A call that an earlier rule can answer.
        return call('build', `${tag}_${index}`)
      default:
        return of(hasSkills(choices) ? SKILL_TOOL : 'edit', index)
    }
  })
}

/** Reads a skill, then reads it again. Null: no skills exist. */
function skillCalls(choices: Choices, tag: string): readonly Block[] | null {
  if (!hasSkills(choices)) return null
  const input = { type: 'object', value: { name: 'deploy' } } as const
  return [1, 2].map((index) => toolCall(SKILL_TOOL, input, `${tag}_${index}`))
}

function delegating(choices: Choices, tag: string): Responded {
  const count = choices.pick(1, 2, 2, 3, 10)
  const minutes = choices.pick(CHILD_MINUTES, 1)
  const one = (name: string): Block => {
    const tasks = Array.from({ length: count }, (_, index) => `task ${index} of ${name}`)
    return spawn(tasks, name, minutes)
  }
  switch (choices.int(4)) {
    case 1:
      return responded(
        [...calls(1, tag), one(`${tag}_s`), call(`after ${tag}`, `${tag}_z`)],
        'toolUse',
      )
    case 2:
      return responded([one(`${tag}_s`), one(`${tag}_t`)], 'toolUse')
    default:
      return responded([one(`${tag}_s`)], 'toolUse')
  }
}
