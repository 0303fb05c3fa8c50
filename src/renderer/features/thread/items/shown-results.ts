import type { AttachedImage } from '../../../../shared/messages/attachment.ts'
import { textsOf, type ToolContent } from '../../../../shared/messages/content.ts'
import type { HookRun } from '../../../../shared/conversation/hook-run.ts'
import type { CallOutcome, Message } from '../../../../shared/messages/message.ts'

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

/** The results of calls, by the ids of these. */
export function resultsOf(messages: readonly Message[]): ReadonlyMap<string, ShownResult> {
  const results = new Map<string, ShownResult>()
  for (const { content } of messages) {
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
