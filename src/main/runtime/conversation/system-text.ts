import type { Message } from '../../../shared/messages/message.ts'
import { instructionsIn, pathOf, type Turn } from '../../../shared/conversation/turn.ts'
import type { EffectOf } from '../../core/machine/effect.ts'
import { knownInstructions } from '../../core/request/instruction-notes.ts'
import { withInstructions, withModelName } from '../../core/request/system-prompt.ts'
import type { BlobPort } from '../ports/file-ports.ts'
import type { EffectPorts } from './effect-host.ts'

interface SystemText {
  readonly text: string
  /** Instruction blobs whose bytes are gone: the text is sent without them. */
  readonly missing: readonly string[]
  /** The beginning of a sentence about an instruction file that cannot be read now; null if there is none. */
  readonly unread: string | null
}

/** Returns a request's system prompt, followed by the instructions that are in no message. Logs which are gone. */
export function systemOf(
  { provider, requestId, settings }: EffectOf<'requestModel'>,
  history: readonly Message[],
  { blobs, log }: Pick<EffectPorts, 'blobs' | 'log'>,
): SystemText {
  const systemPrompt = withModelName(settings.systemPrompt, provider.model)
  const system = systemText({ ...settings, systemPrompt }, history, blobs)
  for (const blob of system.missing) {
    log.warn('instructions are gone and were left out of a request', { requestId, blob })
  }
  return system
}

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
