import * as z from '../../../shared/schema.ts'
import { defineTool, type Tool } from './definition/tool.ts'

const LIMIT_MS = 1_000
export const THINK = 'think'

/** Lets the model reason in the middle of a long round of calls. It does nothing. */
export function createThink(): Tool {
  return defineTool({
    name: THINK,
    description:
      'Think something through: plan, weigh results or check rules before the next step. It reads and changes nothing; the user can see it.',
    input: z.object({ thought: z.string().describe('Your thought.') }),
    limitMs: () => LIMIT_MS,
    permitted: () => ({ action: 'think', subject: null, reach: 'inside' }),
    run: () =>
      Promise.resolve({
        outcome: 'ok',
        content: [{ type: 'text', text: 'Noted.' }],
        summary: null,
        files: [],
        fingerprint: '',
      }),
  })
}
