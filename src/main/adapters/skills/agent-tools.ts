import { visibleText } from '../../../shared/visible-text.ts'
import { SPAWN_AGENTS, tasksOf } from '../../core/request/agent-tools.ts'
import type { CallFacts } from '../../core/machine/event.ts'
import type { AgentPort } from '../../runtime/ports/servers/agent-port.ts'
import type { ToolPort } from '../../runtime/ports/ports.ts'
import type { Agent, Agents } from './agents.ts'

/** The limit for the list of agents in each request, in UTF-16 code units. */
const MAX_LIST = 10_000

/**
 * Tools whose sub-agents may follow the user's own definitions: spawn_agents lists these, and refuses a name that is not
 * among them.
 */
export function withAgents(tools: ToolPort, agents: Agents): ToolPort {
  return {
    ...tools,
    async ready(user, signal) {
      const { caller, folder } = user
      const looks = caller === 'root' && folder !== undefined
      await Promise.all([looks ? agents.look(folder) : null, tools.ready?.(user, signal)])
    },
    specs(user) {
      const usable = user.folder === undefined ? [] : agents.usableIn(user.folder)
      const specs = tools.specs(user)
      if (usable.length === 0) return specs
      return specs.map((spec) =>
        spec.name === SPAWN_AGENTS
          ? { ...spec, description: `${spec.description}\n\n${listOf(usable)}` }
          : spec,
      )
    },
    async inspect(call, at) {
      const facts = await tools.inspect(call, at)
      if (call.name !== SPAWN_AGENTS || facts.check.type === 'unusable') return facts
      const named = (tasksOf(facts.input) ?? []).filter(({ agent }) => agent !== null)
      if (named.length === 0) return facts
      await agents.look(at.folder)
      const usable = agents.usableIn(at.folder)
      for (const task of named) {
        const agent = usable.find(({ name }) => name === task.agent)
        const text = faultOf(agent, task, usable)
        if (text !== null) return unusable(facts, text)
      }
      return facts
    },
  }
}

/** The words of a sub-agent's definition, which it reads in addition to its task. */
export function agentPort(agents: Agents): AgentPort {
  return {
    wordsOf(folder, name) {
      const agent = agents.usableIn(folder).find((each) => each.name === name)
      if (agent === undefined) return null
      return `You work as the user's agent ${agent.name}. If its instructions contradict your task, follow the task.\n\n<instructions>\n${agent.body}\n</instructions>`
    },
  }
}

function listOf(usable: readonly Agent[]): string {
  let left = MAX_LIST
  const lines: string[] = []
  for (const { description, kind, model, name } of usable) {
    const needs = [`kind ${kind}`, ...(model === null ? [] : [`model ${model}`])].join(', ')
    const line = `- ${visibleText(name)} (${needs}): ${visibleText(description)}`
    left -= line.length
    if (left >= 0) lines.push(line)
  }
  return `The user has agents for some kinds of work. Name one as agent of a task, with its kind:\n${lines.join('\n')}`
}

/** Null if it may be started like this. */
function faultOf(
  agent: Agent | undefined,
  task: { readonly agent: string | null; readonly kind: Agent['kind'] },
  usable: readonly Agent[],
): string | null {
  if (agent === undefined) {
    const names = usable.map(({ name }) => name).join(', ')
    const available = names === '' ? 'There are none now.' : `There are: ${names}.`
    return `Not run: there is no agent ${visibleText((task.agent ?? '').slice(0, 100))} that may be used here. ${available}`
  }
  return agent.kind === 'explorer' && task.kind !== 'explorer'
    ? `Not run: the agent ${agent.name} only reads. Call it with kind explorer.`
    : null
}

function unusable(facts: CallFacts, text: string): CallFacts {
  return { ...facts, check: { type: 'unusable', text } }
}
