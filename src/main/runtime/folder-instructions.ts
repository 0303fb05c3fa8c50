import type { Context, ContextChange } from '../core/context.ts'
import type { EnvelopeDesk } from './event-envelope.ts'
import { settingsChange } from './settings-change.ts'
import type { RuntimePorts } from './surroundings.ts'

type Ports = Pick<RuntimePorts, 'instructions' | 'blobs' | 'log'> & Pick<EnvelopeDesk, 'folders'>

/**
 * What of the folder's instructions is not so yet, read anew with each message: kept as a blob before a step names it. A
 * sub-agent has those of its parent; a folder that is gone has taken nothing back. Null: nothing.
 */
export function instructionsChange(context: Context, ports: Ports): ContextChange | null {
  if (context.role.type === 'child' || ports.folders.isGone(context.folder)) return null
  return settingsChange(context, current(context.folder, ports))
}

/** A message is never held up by what a folder holds. */
function current(folder: string, { instructions, blobs, log }: Ports): ContextChange {
  try {
    const { fault, found } = instructions.read(folder)
    if (found === null) return { instructions: null, instructionsFault: fault }
    const { name, text, isCut } = found
    const kept = blobs.keepNow(text)
    if (!kept.ok) return { instructionsFault: kept.error }
    const blob = kept.value
    const read = { name, blob, bytes: text.length, isCut }
    return { instructions: read, instructionsFault: fault }
  } catch (error) {
    log.warn('the instructions of a folder could not be read', { folder, error: String(error) })
    return {}
  }
}
