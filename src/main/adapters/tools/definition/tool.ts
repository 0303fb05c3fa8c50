import * as z from '../../../../shared/schema.ts'
import type { ChangePreview } from '../../../../shared/conversation/change-preview.ts'
import type { CallInput } from '../../../../shared/messages/content.ts'
import type { Call } from '../../../../shared/conversation/turn.ts'
import { shortened } from '../../../../shared/visible-text.ts'
import type { CallFacts } from '../../../core/machine/event.ts'
import type { ToolSpec } from '../../../core/request/model-request.ts'
import type { Caller } from '../../../core/machine/context.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../../runtime/ports/ports.ts'
import { digestOf } from './call-digest.ts'
import { inUsualForm, type OtherNames } from './usual-input.ts'

/** The result of a run. `fingerprint`: the part that would be the same in a repetition, so without durations and times. */
export type ToolResult = Omit<ToolOutcome, 'digest'> & {
  readonly fingerprint: string
  /** The real paths of the files that it read or changed. Absent: this tool does not handle individual files. */
  readonly touched?: readonly string[]
}

/** The findings about a call before it is judged. */
export type Inspected = Pick<CallFacts, 'digest' | 'check'>

export type PreviewAt = Parameters<ToolPort['preview']>[1]

/** A tool as the registry sees it, whatever its input. */
export interface Tool {
  readonly spec: ToolSpec
  readonly callers: readonly Caller[]
  inspect(input: CallInput, folder: string): Promise<Inspected>
  /** The changes that a call would make now. */
  preview(call: Call, at: PreviewAt): Promise<ChangePreview>
  run(run: ToolRun): Promise<ToolResult>
}

/** A call's effect, as far as permissions are concerned. */
export type Permitted = Pick<
  Extract<CallFacts['check'], { type: 'runnable' }>,
  'action' | 'subject' | 'reach'
>

export interface ToolBase<Schema extends z.ZodObject> {
  readonly name: string
  /** For the model. */
  readonly description: string
  readonly input: Schema
  readonly otherNames?: OtherNames
  /** Default: every conversation can call it. */
  readonly callers?: readonly Caller[]
  limitMs(input: z.infer<Schema>): number
}

interface ToolDefinition<Schema extends z.ZodObject> extends ToolBase<Schema> {
  permitted(input: z.infer<Schema>): Permitted
  run(input: z.infer<Schema>, run: ToolRun): Promise<ToolResult>
}

/** Input is validated twice: before the policy judges the call, and before it runs. */
export function defineTool<Schema extends z.ZodObject>(tool: ToolDefinition<Schema>): Tool {
  return {
    spec: specOf(tool),
    callers: callersOf(tool),
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

export function callersOf<Schema extends z.ZodObject>(tool: ToolBase<Schema>): readonly Caller[] {
  return tool.callers ?? ['root', 'worker', 'explorer']
}

/** The callers of a tool that changes something: explorers do not have it. */
export const ALL_BUT_EXPLORERS: readonly Caller[] = ['root', 'worker']

/** `summary`: a few words for people. */
export function okWith(text: string, summary: string | null): ToolResult {
  return { outcome: 'ok', content: [{ type: 'text', text }], summary, files: [], fingerprint: text }
}

export function failedWith(text: string): ToolResult {
  return {
    outcome: 'failed',
    content: [{ type: 'text', text }],
    summary: null,
    files: [],
    fingerprint: text,
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
  fingerprint: '',
}

export type Read<Value> =
  | { readonly type: 'usable'; readonly value: Value }
  | { readonly type: 'unusable'; readonly text: string }

/**
 * T34: a value that is not an object is never taken for an empty one, and no field is dropped silently; the text shows
 * the model what arrived and what was expected.
 */
export function readInput<Schema extends z.ZodObject>(
  tool: Pick<ToolBase<Schema>, 'name' | 'input' | 'otherNames'>,
  input: CallInput,
): Read<z.infer<Schema>> {
  const { name, input: schema, otherNames = {} } = tool
  if (input.type === 'unparsed') {
    const text = `The input of ${name} is not a JSON object, so nothing was run. It begins with:\n${shortened(input.text, EXCERPT)}\nCall ${name} again with a JSON object of ${fieldsOf(schema)}.`
    return { type: 'unusable', text }
  }
  const usual = inUsualForm(schema, otherNames, input.value)
  const unknown = Object.keys(usual).filter((field) => !Object.hasOwn(schema.shape, field))
  const read = schema.safeParse(usual)
  if (read.success && unknown.length === 0) return { type: 'usable', value: read.data }
  const faults = [
    ...unknown.map((field) => `- ${shortened(field, EXCERPT)}: ${name} has no such field`),
    ...(read.error?.issues ?? []).map(describeIssue),
  ]
  const text = `The input of ${name} is not valid, so nothing was run:\n${faults.slice(0, MAX_FAULTS).join('\n')}\nCall ${name} again with ${fieldsOf(schema)}.`
  return { type: 'unusable', text }
}

const MAX_FAULTS = 10
/** The most UTF-16 units of the model's input that an answer repeats. */
const EXCERPT = 200

function describeIssue(issue: z.core.$ZodIssue): string {
  return `- ${issue.path.length === 0 ? 'input' : issue.path.join('.')}: ${issue.message}`
}

/** `command, timeout_seconds (optional)` */
function fieldsOf(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape).map(([name, field]) =>
    field instanceof z.ZodOptional ? `${name} (optional)` : name,
  )
  return names.join(', ')
}

function jsonSchemaOf(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  const { $schema: _, ...jsonSchema } = schema.toJSONSchema({ io: 'input' })
  return { ...jsonSchema, additionalProperties: false }
}
