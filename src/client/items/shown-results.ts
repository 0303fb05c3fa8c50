import type { AttachedImage } from '../../shared/messages/attachment.ts'
import { callIdOf } from '../../shared/messages/call-id.ts'
import type { CallId } from '../../shared/ids.ts'
import { textsOf, type ToolContent } from '../../shared/messages/content.ts'
import type { HookRun } from '../../shared/conversation/hook-run.ts'
import type { CallOutcome, Message } from '../../shared/messages/message.ts'

export interface ShownResult {
  readonly outcome: CallOutcome
  readonly text: string
  /** What a tool has shown to the model. */
  readonly images: readonly AttachedImage[]
  readonly durationMs: number | null
  /** `exit 1`, where the tool said how it ended. */
  readonly summary: string | null
  /** What hooks did before and after it. Absent: none ran. */
  readonly hooks?: readonly HookRun[] | undefined
}

/** One of what cannot be read behind the call (R29): else the call would seem to wait. */
const NOT_READABLE: ShownResult = {
  outcome: 'unknown',
  text: '',
  images: [],
  durationMs: null,
  summary: 'Result cannot be read',
}

/** The results of calls, by the ids of these. */
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

/** Shown as an attachment is, in the copy that there is of it. */
function imageIn(part: ToolContent): readonly AttachedImage[] {
  if (part.type !== 'image') return []
  const { type: _type, blob, ...image } = part
  return [{ ...image, original: blob, copy: blob }]
}
