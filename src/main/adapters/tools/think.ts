import { z } from 'zod'
import { defineTool, type Tool } from './tool.ts'

const LIMIT_MS = 1_000

/** A place for the model to reason in a long round of calls. It does nothing. */
export function createThink(): Tool {
  return defineTool({
    name: 'think',
    description:
      'Notes a thought: to plan, to weigh results of earlier calls, to check a list of rules before the next step. It reads nothing, changes nothing and is shown to the user.',
    input: z.object({ thought: z.string().describe('The thought.') }),
    limitMs: () => LIMIT_MS,
    permitted: () => ({ action: 'think', subject: null, reach: 'inside' }),
    run: () =>
      Promise.resolve({
        outcome: 'ok',
        content: [{ type: 'text', text: 'Noted.' }],
        summary: null,
        files: [],
        gist: '',
      }),
  })
}
