import type * as z from '../../../../shared/schema.ts'
import type { ChangePreview } from '../../../../shared/conversation/change-preview.ts'
import type { Result } from '../../../../shared/result.ts'
import type { ToolRun } from '../../../runtime/ports/ports.ts'
import { NEVER, within } from '../../system/within.ts'
import { digestOf } from './call-digest.ts'
import {
  callersOf,
  failedWith,
  NO_PREVIEW,
  type Permitted,
  type PreviewAt,
  readInput,
  specOf,
  type Tool,
  type ToolBase,
  type ToolResult,
} from './tool.ts'

/** How long `look` may take (ms): a disk that does not answer must not block a reply. */
const LOOK_MS = 5_000
/** The limit for inspected calls that may still run; the user can take long to answer. */
const MAX_REMEMBERED = 1_000

/** The findings about what a call touches. `Seen` is plain data, covered by the digest that an answer is bound to. */
export interface Looked<Seen> {
  readonly permitted: Permitted
  readonly seen: Seen
}

interface FileToolDefinition<Schema extends z.ZodObject, Seen> extends ToolBase<Schema> {
  /** Runs before the policy judges the call. The error is for the model: the call never runs. */
  look(input: z.infer<Schema>, folder: string): Promise<Result<Looked<Seen>, string>>
  /** The changes that a call would make, given what was seen and the current files. Absent: it changes nothing. */
  preview?(input: z.infer<Schema>, at: PreviewAt, seen: Seen): Promise<ChangePreview>
  /** The real paths of the files that it reads or changes. Absent: it only lists or searches. */
  touched?(seen: Seen): readonly string[]
  /** Must check again what was seen, because anybody may have changed it since. */
  run(input: z.infer<Schema>, run: ToolRun, seen: Seen): Promise<ToolResult>
}

/** Defines a tool that touches files: their real places are checked before it is judged, and again when it runs. */
export function defineFileTool<Schema extends z.ZodObject, Seen>(
  tool: FileToolDefinition<Schema, Seen>,
): Tool {
  const remembered = new Map<string, Seen>()
  function remember(digest: string, seen: Seen): void {
    remembered.delete(digest)
    remembered.set(digest, seen)
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  }
  return {
    spec: specOf(tool),
    callers: callersOf(tool),
    async inspect(input, folder) {
      const bare = digestOf(tool.name, input)
      const read = readInput(tool, input)
      if (read.type === 'unusable') return { digest: bare, check: read }
      const look = tool.look(read.value, folder)
      const looked = await within(look, LOOK_MS, NEVER)
      if (looked.type !== 'done') return { digest: bare, check: unusable(SLOW) }
      if (!looked.value.ok) return { digest: bare, check: unusable(looked.value.error) }
      const { permitted, seen } = looked.value.value
      const digest = digestOf(tool.name, input, seen)
      remember(digest, seen)
      const limitMs = tool.limitMs(read.value)
      return { digest, check: { type: 'runnable', limitMs, ...permitted } }
    },
    async preview(call, at) {
      const read = readInput(tool, call.input)
      if (tool.preview === undefined || read.type === 'unusable') return NO_PREVIEW
      const seen = remembered.get(call.digest)
      if (seen === undefined) return { type: 'changed', text: UNKNOWN }
      const look = tool.preview(read.value, at, seen)
      const looked = await within(look, LOOK_MS, NEVER)
      return looked.type === 'done' ? looked.value : NO_PREVIEW
    },
    async run(run) {
      const read = readInput(tool, run.call.input)
      if (read.type === 'unusable') return failedWith(read.text)
      const seen = remembered.get(run.call.digest)
      if (seen === undefined) return failedWith(UNSEEN)
      const result = await tool.run(read.value, run, seen)
      return tool.touched === undefined ? result : { ...result, touched: tool.touched(seen) }
    },
  }
}

const SLOW = 'Not run: the disk did not answer within 5 seconds. Try again, or tell the user.'
const UNKNOWN =
  'Phoenix no longer knows what this call touches. If you allow it now, it fails without changing anything, and the agent learns why.'
const UNSEEN = 'Not run: Phoenix no longer knows what this call touches. Call it again.'

function unusable(text: string): { readonly type: 'unusable'; readonly text: string } {
  return { type: 'unusable', text }
}
