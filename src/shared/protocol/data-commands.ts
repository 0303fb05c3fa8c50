import { z } from 'zod'
import { BackupView } from '../storage/backup.ts'
import { Preparation } from '../storage/preparation.ts'
import { Prunable, StorageSizes } from '../storage/storage-sizes.ts'
import { RecoveryView, RescuedPart, RescuePlace } from '../storage/recovery.ts'

const nothing = z.object({}).readonly()

/** Those of the command table that look after the database itself. */
export const dataCommands = {
  'backups.read': { needs: 'read', input: nothing, output: BackupView },
  /** Answered when the backup is made, or could not be. One that runs already is the answer to all who ask. */
  'backups.make': { needs: 'owner', input: nothing, output: BackupView },
  /** How much room everything takes. Seconds where there is much. */
  'sizes.read': { needs: 'read', input: nothing, output: StorageSizes },
  /** Removes what a person can do without, and answers what is left. */
  'sizes.prune': {
    needs: 'owner',
    input: z.object({ what: Prunable }).readonly(),
    output: StorageSizes,
  },
  /** Stops all work and opens the database again, looking at all of it first. */
  'recovery.begin': { needs: 'owner', input: nothing, output: nothing },
  /** This and what follows is answered while a database cannot be opened, and refused at all other times. At once. */
  'recovery.read': { needs: 'owner', input: nothing, output: RecoveryView },
  /** The same, when it is known what can be rescued. */
  'recovery.prepared': { needs: 'owner', input: nothing, output: RecoveryView },
  /** Moves the damaged database aside and puts what was rescued in its place; then all clients connect again. */
  'recovery.restore': { needs: 'owner', input: nothing, output: nothing },
  /** Moves the damaged database aside and begins with nothing. */
  'recovery.startEmpty': { needs: 'owner', input: nothing, output: nothing },
  /** Opens the database again: somebody has put it right. */
  'recovery.tryAgain': { needs: 'owner', input: nothing, output: nothing },
  /** A part of all that was rescued; null begins, and answers null where there is nothing. */
  'recovery.export': {
    needs: 'owner',
    input: z.object({ from: RescuePlace.nullable() }).readonly(),
    output: z.object({ part: RescuedPart.nullable() }).readonly(),
  },
  'recovery.quit': { needs: 'owner', input: nothing, output: nothing },
  /** This and the next are answered while a large database is made ready, and refused at all other times. */
  'preparation.read': { needs: 'owner', input: nothing, output: Preparation },
  /** Ends Phoenix. The next start makes the database ready. */
  'preparation.quit': { needs: 'owner', input: nothing, output: nothing },
} as const
type DataCommand = keyof typeof dataCommands
/** Those that are possible while the database cannot be opened. */
export type RecoveryCommand = Exclude<Extract<DataCommand, `recovery.${string}`>, 'recovery.begin'>
/** Those that are possible while it is made ready. */
export type PreparationCommand = Extract<DataCommand, `preparation.${string}`>
