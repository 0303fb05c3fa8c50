import * as z from '../../../shared/schema.ts'
import { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import type { CallInput } from '../../../shared/messages/content.ts'
import { ASK_USER, asJson, AskUserInput } from '../../../shared/messages/user-question.ts'
import type { ToolSpec } from './model-request.ts'

/**
 * Tools that the machine itself carries out, like ask_user: the only way for a conversation to act on other
 * conversations.
 */
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
        task: words.describe('What this sub-agent should do, with everything it needs to know.'),
        kind: AgentKind.optional().describe(
          'worker (default): has your tools and permissions. explorer: only reads, and may run on a cheaper model.',
        ),
        timeoutMinutes: z
          .number()
          .min(1)
          .max(MAX_MINUTES)
          .optional()
          .describe(`Time limit in minutes: 1 to ${MAX_MINUTES}, default ${DEFAULT_MINUTES}.`),
        agent: words
          .optional()
          .describe('The name of an agent of the user, where some are listed. Default: none.'),
        model: words
          .optional()
          .describe('The id of another model at the same endpoint. Default: chosen by the kind.'),
      }),
    )
    .min(1)
    .max(MAX_AGENTS)
    .describe('One sub-agent per task. They run in parallel.'),
})

export const SubmitInput = z.object({
  result: words.describe('Everything the caller needs to know. Nothing else you wrote is read.'),
  success: z
    .boolean()
    .default(true)
    .describe(
      'Whether the task was completed. Default: true. Set to false if it could not be done.',
    ),
})

export interface AgentTask {
  readonly task: string
  readonly kind: AgentKind
  readonly limitMs: number
  /** The id of a model at the starter's endpoint; null for the same model. */
  readonly model: string | null
  /** The name of a person's agent, whose text is sent with the task; null if there is none. */
  readonly agent: string | null
}

/** Returns the tasks of a spawn_agents call, all or none; null if its input is invalid. */
export function tasksOf(input: CallInput): readonly AgentTask[] | null {
  if (input.type !== 'object') return null
  const read = SpawnInput.safeParse({ ...input.value, tasks: asJson(input.value['tasks']) })
  if (!read.success) return null
  return read.data.tasks.map(({ agent = null, kind = 'worker', model = null, ...rest }) => {
    const limitMs = (rest.timeoutMinutes ?? DEFAULT_MINUTES) * MINUTE_MS
    return { task: rest.task, kind, limitMs, model, agent }
  })
}

/** Returns what a submit_result call submits; null if its input is invalid. */
export function submittedBy(input: CallInput): z.infer<typeof SubmitInput> | null {
  if (input.type !== 'object') return null
  const read = SubmitInput.safeParse(input.value)
  return read.success ? read.data : null
}

export const SPAWN_SPEC: ToolSpec = {
  name: SPAWN_AGENTS,
  description: `Starts sub-agents, each with its own task, and returns their results in the order of the tasks.

- They run in parallel in the same folder and know nothing about this conversation, so a task must say everything.
- Choose kind explorer to search, read and review: it cannot change files, and its commands run only in a read-only sandbox. Choose kind worker to change files or run anything else; workers have your tools and permissions.
- Use sub-agents for independent work: searching several places, trying several approaches, reviewing. One task each, at most ${MAX_AGENTS}.
- Sub-agents cannot start sub-agents. If one fails or runs out of time, its result says so; the others are not affected.`,
  inputSchema: schemaOf(SpawnInput),
}

export const ASK_USER_SPEC: ToolSpec = {
  name: ASK_USER,
  description: `Asks the user a question and returns the answer. It waits for as long as the user needs.

- Use it when you need a decision that only the user can make: the request is ambiguous, or the options have different consequences for them.
- Do not use it for what you can find out or decide yourself, or to ask for permission to run a tool: Phoenix asks for that itself.
- The user can choose an option, answer in their own words, or skip the question.`,
  inputSchema: schemaOf(AskUserInput),
}

export const SUBMIT_SPEC: ToolSpec = {
  name: SUBMIT_RESULT,
  description:
    'Submits the result of your task and ends your work. Call it once, as the only call of a reply, when the task is done or cannot be done.',
  inputSchema: schemaOf(SubmitInput),
}

function schemaOf(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  const { $schema: _, ...jsonSchema } = schema.toJSONSchema({ io: 'input' })
  return jsonSchema
}
