import { assertNever } from '../../../shared/assert-never.ts'
import type { StorageTrouble } from '../../../shared/storage/storage-trouble.ts'

export function sentenceOfTrouble(trouble: StorageTrouble): string {
  switch (trouble) {
    case 'full':
      return 'The disk is full. Nothing is lost: what is saved stays saved, and what you type is kept in this window. Free some space, and Phoenix continues on its own.'
    case 'readOnly':
      return 'Phoenix can’t write to its data folder. Nothing is lost: what is saved stays saved, and what you type is kept in this window. Make the folder writable, and Phoenix continues on its own.'
    case 'failing':
      return 'The disk reports errors. What is saved stays saved, and what you type is kept in this window. Check the disk; Phoenix continues once it can write to it again.'
    case 'damaged':
      return 'Phoenix’s database is damaged. Phoenix can stop all work, check the whole database and show what can be restored. Nothing changes until you choose.'
    case 'slow':
      return 'The disk is very slow. Nothing is lost: Phoenix saves everything before it continues, so each step takes longer. Stop works at once.'
    case 'locked':
      return 'Another program holds Phoenix’s database. Nothing is lost: every step waits, and continues as soon as the other program lets go. Stop works at once.'
    default:
      return assertNever(trouble)
  }
}
