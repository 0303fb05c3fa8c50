import type { EditPort } from '../../runtime/ports/edit-port.ts'
import { createPlaces, type PlacesOptions } from '../files/places.ts'
import { changedFiles } from './changed-files.ts'
import type { BackupStores } from './keep-before.ts'
import { lookAtEdits, restoreEdits } from './restore-edits.ts'

/** Undo for files on disk. The only program that it runs is ripgrep, to list names; never git. */
export function createEditPort(
  options: Omit<PlacesOptions, 'holdsOutput'> & BackupStores,
): EditPort {
  const places = createPlaces({ ...options, holdsOutput: () => false })
  const { intents, kept, temporaries } = options
  return {
    look: (folder, changes) => lookAtEdits(folder, changes, { kept, places }),
    restore: (folder, changes) => restoreEdits(folder, changes, { kept, places, temporaries }),
    intendedBy: (callId) => intents.of(callId),
    removeKept: () => kept.removeAll(),
    changedIn: (folder, spans, known) => changedFiles(folder, spans, known, places),
  }
}
