import type { CallInput } from '../../../shared/content.ts'
import type { CallFacts } from '../../core/event.ts'
import type { Role } from '../../core/context.ts'
import type { ToolOutcome, ToolPort } from '../../runtime/ports.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { createBash } from './bash.ts'
import { createSpawn, createSubmit } from './agents.ts'
import { digestOf, resultDigestOf } from './call-digest.ts'
import { createThink } from './think.ts'
import { failedWith, type Tool, type ToolResult } from './tool.ts'

/** The tools that models can call, each conversation those of its role. */
export function createTools({ supervisor }: { supervisor: Pick<Supervisor, 'run'> }): ToolPort {
  const tools = [createBash(supervisor), createThink(), createSpawn(), createSubmit()]
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]))
  const forRole = (role: Role['type']): readonly Tool[] =>
    tools.filter(({ roles }) => roles.includes(role))
  return {
    specs: (role) => forRole(role).map(({ spec }) => spec),
    inspect({ name, input }, { role }) {
      const tool = forRole(role).find(({ spec }) => spec.name === name)
      const check = tool === undefined ? unknownTool(name, forRole(role)) : checkWith(tool, input)
      return Promise.resolve({ name, input, digest: digestOf(name, input), check })
    },
    async run(run) {
      const tool = byName.get(run.call.name)
      if (run.signal.aborted) return told({ ...NOTHING, outcome: 'aborted' })
      try {
        return told(
          await (tool?.run(run) ?? failedWith(unknownTool(run.call.name, forRole('root')).text)),
        )
      } catch (error) {
        return told(failedWith(`${run.call.name} failed inside Phoenix: ${String(error)}`))
      }
    },
  }
}

const NOTHING = { content: [], summary: null, gist: '' } as const

function told({ gist, ...result }: ToolResult): ToolOutcome {
  return { ...result, digest: resultDigestOf(result.outcome, gist) }
}

/** A check that throws is a bug of ours, and still an answer to the model. */
function checkWith(tool: Tool, input: CallInput): CallFacts['check'] {
  try {
    return tool.check(input)
  } catch (error) {
    return { type: 'unusable', text: `The input could not be checked: ${String(error)}` }
  }
}

/** T19: an unknown name is a result that lets the model correct itself. */
function unknownTool(
  name: string,
  tools: readonly Tool[],
): Extract<CallFacts['check'], { type: 'unusable' }> {
  const names = tools.map((tool) => tool.spec.name).join(', ')
  return {
    type: 'unusable',
    text: `There is no tool called ${name.slice(0, 100)}. The tools are: ${names}.`,
  }
}
