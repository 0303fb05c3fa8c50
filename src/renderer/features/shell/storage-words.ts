import { assertNever } from '../../../shared/assert-never.ts'
import type { StorageTrouble } from '../../../shared/storage/storage-trouble.ts'

export function sentenceOfTrouble(trouble: StorageTrouble): string {
  switch (trouble) {
    case 'full':
      return 'The disk is full. Nothing is lost: what is stored stays, and what you type is kept in this window. Free some space; Phoenix notices by itself.'
    case 'readOnly':
      return 'Phoenix’s data folder cannot be written to. Nothing is lost: what is stored stays, and what you type is kept in this window. Make it writable; Phoenix notices by itself.'
    case 'failing':
      return 'The disk reports errors. What is stored stays, and what you type is kept in this window. Check the disk; Phoenix goes on once it can be written to again.'
    case 'damaged':
      return 'Phoenix’s database is damaged. Phoenix can stop all work, look at the whole database and show what can be restored. Nothing is changed before you choose.'
    case 'slow':
      return 'The disk is very slow. Phoenix saves everything before it goes on, so each step takes longer. Stop still works at once.'
    default:
      return assertNever(trouble)
  }
}
