import type { Turn } from '../../shared/turn.ts'
import { withInstructions } from '../core/system-prompt.ts'
import type { BlobPort } from './file-ports.ts'

/** The system prompt and, behind it, what the folder says. Null: the bytes of that are gone. */
export function systemText(
  settings: Pick<Turn['settings'], 'systemPrompt' | 'instructions'>,
  blobs: Pick<BlobPort, 'read'>,
): string | null {
  const { systemPrompt, instructions } = settings
  if (instructions === null) return systemPrompt
  const bytes = blobs.read(instructions.blob)
  if (bytes === null) return null
  return withInstructions(systemPrompt, instructions, new TextDecoder().decode(bytes))
}
