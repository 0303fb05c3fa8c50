import type { InstructionsNote, Message } from '../../../shared/messages/message.ts'
import { type Instructions, instructionsIn, pathOf } from '../../../shared/conversation/turn.ts'
import type { Context, ContextChange } from '../../core/machine/context.ts'
import { notesToSend, type ReadFile } from '../../core/request/instruction-notes.ts'
import type { EnvelopePorts } from './event-envelope.ts'
import { settingsChange } from './settings-change.ts'
import type { RuntimePorts } from './runtime-ports.ts'

type Ports = Pick<RuntimePorts, 'instructions' | 'blobs' | 'log'> & Pick<EnvelopePorts, 'folders'>

/**
 * Returns how the instruction files differ from the context; null if they do not. They are read again with each
 * message, and stored as blobs before a step names them. A sub-agent has those of its parent; a missing folder changes
 * nothing.
 */
export function instructionsChange(context: Context, ports: Ports): ContextChange | null {
  if (context.role.type === 'child' || ports.folders.isGone(context.folder)) return null
  return settingsChange(context, current(context, ports))
}

/**
 * Returns the current files. Nothing in a folder may ever hold up a message. While one cannot be read for the moment, the
 * known ones stay in force: otherwise the model would be told that a file it has is gone.
 */
function current(
  { folder, instructions: known }: Context,
  { instructions, blobs, log }: Ports,
): ContextChange {
  try {
    const { fault, files, isWhole } = instructions.read(folder)
    if (!isWhole) {
      log.warn('the instructions of a folder cannot all be read for the moment', { folder })
      if (known !== null) return {}
    }
    const kept: Instructions[] = []
    for (const { text, ...file } of files) {
      const blob = blobs.keepNow(text)
      if (!blob.ok) return { instructionsFault: blob.error }
      kept.push({ ...file, blob: blob.value, bytes: text.length })
    }
    return { instructions: kept.length === 0 ? null : kept, instructionsFault: fault }
  } catch (error) {
    log.warn('the instructions of a folder could not be read', { folder, error: String(error) })
    return {}
  }
}

/**
 * Returns the notes for a person's message, placed before its text: instructions that are new to the model or have
 * changed.
 */
export function instructionNotes(
  { instructions, role }: Context,
  landmarks: () => readonly Message[],
  { blobs, log }: Pick<Ports, 'blobs' | 'log'>,
): readonly InstructionsNote[] {
  if (role.type === 'child') return []
  try {
    const now = instructionsIn(instructions).map((file): ReadFile | null => {
      const bytes = blobs.read(file.blob)
      // One that is left out would be reported as gone.
      if (!bytes.ok) throw new Error(bytes.error)
      const { blob, isCut } = file
      const text = bytes.value === null ? null : new TextDecoder().decode(bytes.value)
      return text === null ? null : { path: pathOf(file), blob, isCut, text }
    })
    return notesToSend(
      landmarks(),
      now.flatMap((file) => file ?? []),
    )
  } catch (error) {
    log.warn('the instructions of a folder could not be reported', { error: String(error) })
    return []
  }
}
