import { z } from 'zod'
import type { ChangePreview } from '../../../shared/change-preview.ts'
import type { CallInput } from '../../../shared/content.ts'
import type { Call } from '../../../shared/turn.ts'
import type { CallFacts } from '../../core/event.ts'
import type { ToolSpec } from '../../core/model-request.ts'
import type { Role } from '../../core/context.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../runtime/ports.ts'
import { digestOf } from './call-digest.ts'

/** What a run came to. `gist`: what of it is the same when it comes to the same again: no duration, no time. */
export type ToolResult = Omit<ToolOutcome, 'digest'> & { readonly gist: string }

/** What is found out about a call before it is judged. */
export type Inspected = Pick<CallFacts, 'digest' | 'check'>

export type PreviewAt = Parameters<ToolPort['preview']>[1]

/** A tool as the registry sees it, whatever its input. */
export interface Tool {
  readonly spec: ToolSpec
  /** Which conversations can call it. */
  readonly roles: readonly Role['type'][]
  inspect(input: CallInput, folder: string): Promise<Inspected>
  /** What a call would change now. */
  preview(call: Call, at: PreviewAt): Promise<ChangePreview>
  run(run: ToolRun): Promise<ToolResult>
}

/** What a call of a tool does, as far as the permission to do it is concerned. */
export type Permitted = Pick<
  Extract<CallFacts['check'], { type: 'runnable' }>,
  'action' | 'subject' | 'reach'
>

export interface ToolBase<Schema extends z.ZodObject> {
  readonly name: string
  /** For the model. */
  readonly description: string
  readonly input: Schema
  /** Left out: every conversation can call it. */
  readonly roles?: readonly Role['type'][]
  limitMs(input: z.infer<Schema>): number
}

interface ToolDefinition<Schema extends z.ZodObject> extends ToolBase<Schema> {
  permitted(input: z.infer<Schema>): Permitted
  run(input: z.infer<Schema>, run: ToolRun): Promise<ToolResult>
}

/** Input goes through the schema twice: before the policy judges the call, and before it runs. */
export function defineTool<Schema extends z.ZodObject>(tool: ToolDefinition<Schema>): Tool {
  return {
    spec: specOf(tool),
    roles: rolesOf(tool),
    async inspect(input) {
      const digest = digestOf(tool.name, input)
      const read = readInput(tool, input)
      if (read.type === 'unusable') return { digest, check: read }
      const limitMs = tool.limitMs(read.value)
      return { digest, check: { type: 'runnable', limitMs, ...tool.permitted(read.value) } }
    },
    preview: () => Promise.resolve(NO_PREVIEW),
    async run(run) {
      const read = readInput(tool, run.call.input)
      return read.type === 'unusable' ? failedWith(read.text) : tool.run(read.value, run)
    },
  }
}

export function specOf<Schema extends z.ZodObject>(tool: ToolBase<Schema>): ToolSpec {
  const { name, description } = tool
  return { name, description, inputSchema: jsonSchemaOf(tool.input) }
}

export function rolesOf<Schema extends z.ZodObject>(
  tool: ToolBase<Schema>,
): readonly Role['type'][] {
  return tool.roles ?? ['root', 'child']
}

/** `summary`: for people, a few words. */
export function okWith(text: string, summary: string | null): ToolResult {
  return { outcome: 'ok', content: [{ type: 'text', text }], summary, files: [], gist: text }
}

export function failedWith(text: string): ToolResult {
  return {
    outcome: 'failed',
    content: [{ type: 'text', text }],
    summary: null,
    files: [],
    gist: text,
  }
}

export function timedOutWith(text: string): ToolResult {
  return { ...failedWith(text), outcome: 'timedOut' }
}

export const NO_PREVIEW: ChangePreview = { type: 'none' }

export const ABORTED: ToolResult = {
  outcome: 'aborted',
  content: [],
  summary: null,
  files: [],
  gist: '',
}

export type Read<Value> =
  | { readonly type: 'usable'; readonly value: Value }
  | { readonly type: 'unusable'; readonly text: string }

/** T34: what is no object is never taken for an empty one; the text shows the model what came and what was expected. */
export function readInput<Schema extends z.ZodObject>(
  { name, input: schema }: Pick<ToolBase<Schema>, 'name' | 'input'>,
  input: CallInput,
): Read<z.infer<Schema>> {
  if (input.type === 'unparsed') {
    const text = `The input of ${name} was no JSON object, so that nothing was run. It began with:\n${excerpt(input.text)}\nCall ${name} again with a JSON object that has ${fieldsOf(schema)}.`
    return { type: 'unusable', text }
  }
  const read = schema.safeParse(input.value)
  if (read.success) return { type: 'usable', value: read.data }
  const faults = read.error.issues.slice(0, 10).map(describeIssue).join('\n')
  const text = `The input of ${name} is not valid, so that nothing was run:\n${faults}\nCall ${name} again with ${fieldsOf(schema)}.`
  return { type: 'unusable', text }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `- ${issue.path.length === 0 ? 'input' : issue.path.join('.')}: ${issue.message}`
}

/** `command (string) and, if you like, timeoutSeconds (number)` */
function fieldsOf(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape).map(([name, field]) =>
    field instanceof z.ZodOptional ? `${name} (if you like)` : name,
  )
  return names.join(' and ')
}

function excerpt(text: string): string {
  const characters = Array.from(text.slice(0, 400))
  return characters.length < text.length ? `${characters.slice(0, 200).join('')}…` : text
}

function jsonSchemaOf(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' })
  return jsonSchema
}
