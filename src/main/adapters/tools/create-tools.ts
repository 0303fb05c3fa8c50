import type { CallInput } from '../../../shared/content.ts'
import type { CallFacts } from '../../core/event.ts'
import type { ToolPort } from '../../runtime/ports.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { createBash } from './bash.ts'
import { digestOf } from './call-digest.ts'
import { createThink } from './think.ts'
import { failedWith, type Tool } from './tool.ts'

/** The tools that the model can call. */
export function createTools({ supervisor }: { supervisor: Pick<Supervisor, 'run'> }): ToolPort {
  const tools = [createBash(supervisor), createThink()]
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]))
  return {
    specs: () => tools.map((tool) => tool.spec),
    inspect({ name, input }) {
      const tool = byName.get(name)
      const check = tool === undefined ? unknownTool(name, tools) : checkWith(tool, input)
      return Promise.resolve({ name, input, digest: digestOf(name, input), check })
    },
    async run(run) {
      const tool = byName.get(run.call.name)
      if (run.signal.aborted) return { outcome: 'aborted', content: [], summary: null }
      try {
        return await (tool?.run(run) ?? failedWith(unknownTool(run.call.name, tools).text))
      } catch (error) {
        return failedWith(`${run.call.name} failed inside Phoenix: ${String(error)}`)
      }
    },
  }
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
