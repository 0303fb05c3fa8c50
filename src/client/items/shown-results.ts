import type { AttachedImage } from '../../shared/messages/attachment.ts'
import { callIdOf } from '../../shared/messages/call-id.ts'
import type { CallId } from '../../shared/ids.ts'
import { textsOf, type ToolContent } from '../../shared/messages/content.ts'
import type { HookRun } from '../../shared/conversation/hook-run.ts'
import type { CallOutcome, Message } from '../../shared/messages/message.ts'

export interface ShownResult {
  readonly outcome: CallOutcome
  readonly text: string
  /** The images that the tool showed to the model. */
  readonly images: readonly AttachedImage[]
  readonly durationMs: number | null
  /** How the call ended, such as `exit 1`. Null if the tool did not say. */
  readonly summary: string | null
  /** The hooks that ran before and after the call. Absent if none ran. */
  readonly hooks?: readonly HookRun[] | undefined
}

/** The result of a call whose following messages cannot be read (R29). Without it the call would seem to wait. */
const NOT_READABLE: ShownResult = {
  outcome: 'unknown',
  text: '',
  images: [],
  durationMs: null,
  summary: 'Result cannot be read',
}

/** Returns the results of calls, by call id. */
export function resultsOf(messages: readonly Message[]): ReadonlyMap<string, ShownResult> {
  const results = new Map<string, ShownResult>()
  let callIds: readonly CallId[] = []
  for (const { content, id } of messages) {
    if (content.type === 'agent') {
      const calls = content.blocks.filter(({ type }) => type === 'toolCall')
      callIds = calls.map((_, index) => callIdOf(id, index))
    }
    if (content.type === 'unreadable')
      for (const callId of callIds) if (!results.has(callId)) results.set(callId, NOT_READABLE)
    if (content.type !== 'tool') continue
    const text = textsOf(content.content).join('\n')
    const images = content.content.flatMap(imageIn)
    const { callId, outcome, durationMs, hooks, summary } = content
    const shown = { outcome, text, images, durationMs, summary }
    results.set(callId, hooks === undefined ? shown : { ...shown, hooks })
  }
  return results
}

/** Returns a tool's image as an attachment. There is one blob, used as both the original and the copy. */
function imageIn(part: ToolContent): readonly AttachedImage[] {
  if (part.type !== 'image') return []
  const { type: _type, blob, ...image } = part
  return [{ ...image, original: blob, copy: blob }]
}
