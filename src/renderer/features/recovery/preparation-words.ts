import { assertNever } from '../../../shared/assert-never.ts'
import type { Preparation } from '../../../shared/storage/preparation.ts'

/** The current step and its progress. */
export function wordsOfPreparation({ share, step }: Preparation): string {
  const words = wordsOf(step)
  return share === null ? words : `${words}: ${Math.floor(share * 100)}%`
}

function wordsOf(step: Preparation['step']): string {
  switch (step) {
    case 'checking':
      return 'Checking the database'
    case 'backingUp':
      return 'Backing up the database'
    case 'checkingBackup':
      return 'Checking the backup'
    case 'migrating':
      return 'Updating the database to this version’s format'
    default:
      return assertNever(step)
  }
}
