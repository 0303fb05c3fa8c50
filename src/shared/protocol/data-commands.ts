import * as z from '../schema.ts'
import { BackupView } from '../storage/backup.ts'
import { Preparation } from '../storage/preparation.ts'
import { Prunable, StorageSizes } from '../storage/storage-sizes.ts'
import { RecoveryView, RescuedPart, RescuePlace } from '../storage/recovery.ts'

const nothing = z.object({}).readonly()

/** Commands for the database itself. */
export const dataCommands = {
  'backups.read': { needs: 'read', input: nothing, output: BackupView },
  /** Answered when the backup is made or has failed. Requests during a backup share its answer. */
  'backups.make': { needs: 'owner', input: nothing, output: BackupView },
  /** Measures how much space everything takes. Takes seconds if there is much data. */
  'sizes.read': { needs: 'read', input: nothing, output: StorageSizes },
  /** Removes data of one kind that can be spared; returns the remaining sizes. */
  'sizes.prune': {
    needs: 'owner',
    input: z.object({ what: Prunable }).readonly(),
    output: StorageSizes,
  },
  /** Stops all work and reopens the database with a full integrity check. */
  'recovery.begin': { needs: 'owner', input: nothing, output: nothing },
  /** This and the following commands work only while a database cannot be opened. Answers at once. */
  'recovery.read': { needs: 'owner', input: nothing, output: RecoveryView },
  /** The same, answered once it is known what can be rescued. */
  'recovery.prepared': { needs: 'owner', input: nothing, output: RecoveryView },
  /** Moves the damaged database aside and replaces it with the rescued data; then all clients reconnect. */
  'recovery.restore': { needs: 'owner', input: nothing, output: nothing },
  /** Moves the damaged database aside and starts with an empty one. */
  'recovery.startEmpty': { needs: 'owner', input: nothing, output: nothing },
  /** Reopens the database, for when somebody has repaired it. */
  'recovery.tryAgain': { needs: 'owner', input: nothing, output: nothing },
  /** Reads a part of the rescued data. `from`: null for the first part. `part`: null if there is none. */
  'recovery.export': {
    needs: 'owner',
    input: z.object({ from: RescuePlace.nullable() }).readonly(),
    output: z.object({ part: RescuedPart.nullable() }).readonly(),
  },
  'recovery.quit': { needs: 'owner', input: nothing, output: nothing },
  /** This and the next command work only while a large database is being prepared. */
  'preparation.read': { needs: 'owner', input: nothing, output: Preparation },
  /** Quits Phoenix. The next start prepares the database. */
  'preparation.quit': { needs: 'owner', input: nothing, output: nothing },
} as const
type DataCommand = keyof typeof dataCommands
/** Commands that work while the database cannot be opened. */
export type RecoveryCommand = Exclude<Extract<DataCommand, `recovery.${string}`>, 'recovery.begin'>
/** Commands that work while the database is being prepared. */
export type PreparationCommand = Extract<DataCommand, `preparation.${string}`>
