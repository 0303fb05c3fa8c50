import type { Message } from '../../../shared/messages/message.ts'
import { instructionsIn, pathOf, type Turn } from '../../../shared/conversation/turn.ts'
import { knownInstructions } from '../../core/request/instruction-notes.ts'
import { withInstructions } from '../../core/request/system-prompt.ts'
import type { BlobPort } from '../ports/file-ports.ts'

export interface SystemText {
  readonly text: string
  /** Instruction blobs whose bytes are gone: the text is sent without them. */
  readonly missing: readonly string[]
  /** The beginning of a sentence about an instruction file that cannot be read now; null if there is none. */
  readonly unread: string | null
}

/** Returns the system prompt, followed by the instructions that are in no message. */
export function systemText(
  { systemPrompt, instructions }: Pick<Turn['settings'], 'systemPrompt' | 'instructions'>,
  messages: readonly Message[],
  blobs: Pick<BlobPort, 'read'>,
): SystemText {
  const known = knownInstructions(messages)
  const missing: string[] = []
  let text = systemPrompt
  let unread: string | null = null
  for (const file of instructionsIn(instructions)) {
    if (known.has(pathOf(file))) continue
    const bytes = blobs.read(file.blob)
    if (!bytes.ok) unread ??= `${pathOf(file)} cannot be read right now: ${bytes.error}`
    else if (bytes.value === null) missing.push(file.blob)
    else text = withInstructions(text, file, new TextDecoder().decode(bytes.value))
  }
  return { text, missing, unread }
}
