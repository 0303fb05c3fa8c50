import type { Call } from '../../src/shared/conversation/turn.ts'
import { questionOf } from '../../src/shared/messages/user-question.ts'
import {
  ASK_USER_SPEC,
  SPAWN_SPEC,
  SpawnInput,
  SUBMIT_SPEC,
  SubmitInput,
} from '../../src/main/core/request/agent-tools.ts'
import type { CallFacts } from '../../src/main/core/machine/event.ts'
import type { ToolSpec } from '../../src/main/core/request/model-request.ts'
import { SKILL_LIMIT_MS, SKILL_TOOL } from '../faults/skill-faults.ts'

/** The simulator's deadline for a tool. */
export const TOOL_LIMIT_MS = 60_000

const BASIC_TOOLS: readonly ToolSpec[] = ['bash', 'edit', 'read'].map((name) => {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object' } }
})
export const ROOT_SPECS: readonly ToolSpec[] = [...BASIC_TOOLS, ASK_USER_SPEC, SPAWN_SPEC]
export const CHILD_SPECS: readonly ToolSpec[] = [...BASIC_TOOLS, SUBMIT_SPEC]

/** The same for every caller: the machine decides that a sub-agent may not start others. */
export function check(name: string, input: Call['input']): CallFacts['check'] {
  if (input.type !== 'object') return unusable(name)
  const { command } = input.value
  const inside = {
    type: 'runnable',
    limitMs: TOOL_LIMIT_MS,
    subject: null,
    reach: 'inside',
  } as const
  switch (name) {
    case 'bash':
      if (typeof command !== 'string') return unusable(name)
      return { ...inside, action: 'command', subject: command, reach: reachOf(command) }
    case 'edit':
      return { ...inside, action: 'change' }
    case 'read':
      return { ...inside, action: 'read' }
    case SKILL_TOOL:
      return { ...inside, limitMs: SKILL_LIMIT_MS, action: 'read' }
    case ASK_USER_SPEC.name:
      return questionOf(input) === null ? unusable(name) : { ...inside, action: 'question' }
    case SPAWN_SPEC.name:
      return SpawnInput.safeParse(input.value).success
        ? { ...inside, action: 'spawn' }
        : unusable(name)
    case SUBMIT_SPEC.name:
      return SubmitInput.safeParse(input.value).success
        ? { ...inside, action: 'submit' }
        : unusable(name)
    default:
      return unusable(name)
  }
}

function unusable(name: string): CallFacts['check'] {
  return { type: 'unusable', text: `There is no tool ${name}, or its input is not valid.` }
}

/** The reach of a command of the simulated models. */
export function reachOf(command: string): 'inside' | 'outside' | 'secret' {
  if (command.startsWith('out ')) return 'outside'
  return command.startsWith('secret ') ? 'secret' : 'inside'
}
