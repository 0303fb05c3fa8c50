import { z } from 'zod'
import type { CallInput } from '../../shared/content.ts'
import { ASK_USER, asJson, AskUserInput } from '../../shared/user-question.ts'
import type { ToolSpec } from './model-request.ts'

/** Tools that the machine itself carries out, as it does ask_user: a conversation's hands reach other conversations by these alone. */
export const SPAWN_AGENTS = 'spawn_agents'
export const SUBMIT_RESULT = 'submit_result'

export const MAX_AGENTS = 10
const DEFAULT_MINUTES = 10
const MAX_MINUTES = 30
const MINUTE_MS = 60_000

const words = z.string().refine((text) => text.trim() !== '', 'expected some text, got none')

export const SpawnInput = z.object({
  tasks: z
    .array(
      z.object({
        task: words.describe('What this sub-agent is to do, with all that it has to know.'),
        timeoutMinutes: z
          .number()
          .min(1)
          .max(MAX_MINUTES)
          .optional()
          .describe(`Its time in minutes: ${DEFAULT_MINUTES} if left out.`),
        model: words
          .optional()
          .describe('The id of another model of the same endpoint for it: your own if left out.'),
      }),
    )
    .min(1)
    .max(MAX_AGENTS)
    .describe('One sub-agent for each task; they work side by side.'),
})

export const SubmitInput = z.object({
  result: words.describe('All that the one who gave the task has to know. Nothing else is read.'),
  success: z
    .boolean()
    .default(true)
    .describe('Whether the task is done: true if left out. False where it could not be done.'),
})

export interface AgentTask {
  readonly task: string
  readonly limitMs: number
  /** An id at the endpoint of who starts it; null: the same model. */
  readonly model: string | null
}

/** The tasks of a spawn_agents call, all or none; null where its input is none. */
export function tasksOf(input: CallInput): readonly AgentTask[] | null {
  if (input.type !== 'object') return null
  const read = SpawnInput.safeParse({ ...input.value, tasks: asJson(input.value['tasks']) })
  if (!read.success) return null
  return read.data.tasks.map(({ task, timeoutMinutes, model = null }) => {
    return { task, limitMs: (timeoutMinutes ?? DEFAULT_MINUTES) * MINUTE_MS, model }
  })
}

/** What a submit_result call hands in; null where its input is none. */
export function submittedBy(input: CallInput): z.infer<typeof SubmitInput> | null {
  if (input.type !== 'object') return null
  const read = SubmitInput.safeParse(input.value)
  return read.success ? read.data : null
}

export const SPAWN_SPEC: ToolSpec = {
  name: SPAWN_AGENTS,
  description: `Starts sub-agents, each with a task of its own, and returns what they hand in, in the order of the tasks.

- They work at the same time, in the same folder, with the same tools and permissions, and know nothing of this conversation: a task has to say everything.
- Use it for independent work: to search several places, to try several ways, to review. One agent per task, at most ${MAX_AGENTS}.
- Sub-agents cannot start sub-agents. One that fails or runs out of time is reported as such beside the others.`,
  inputSchema: schemaOf(SpawnInput),
}

export const ASK_USER_SPEC: ToolSpec = {
  name: ASK_USER,
  description: `Asks the user a question and returns the answer. You wait for it, however long it takes.

- Use it where you cannot go on well without the user's decision: what is meant is unclear, or ways differ in what the user has to live with.
- Do not use it for what you can find out or decide yourself, nor to ask whether you may run a tool: the user is asked for that anyway.
- The user can choose an option, answer in words of his own, or skip the question.`,
  inputSchema: schemaOf(AskUserInput),
}

export const SUBMIT_SPEC: ToolSpec = {
  name: SUBMIT_RESULT,
  description:
    'Hands in the result of the task and ends the work. Call it once, alone, when the task is done or cannot be done: the text is all that is read.',
  inputSchema: schemaOf(SubmitInput),
}

function schemaOf(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' })
  return jsonSchema
}
