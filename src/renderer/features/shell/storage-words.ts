import { assertNever } from '../../../shared/assert-never.ts'
import type { StorageTrouble } from '../../../shared/storage-trouble.ts'

export function sentenceOfTrouble(trouble: StorageTrouble): string {
  switch (trouble) {
    case 'full':
      return 'The disk is full. Nothing is lost: what is stored stays, and what you type is kept in this window. Free some space; Phoenix notices by itself.'
    case 'readOnly':
      return 'The data folder of Phoenix cannot be written to. Nothing is lost: what is stored stays, and what you type is kept in this window. Make it writable; Phoenix notices by itself.'
    case 'failing':
      return 'The disk of Phoenix reports errors. What is stored stays, and what you type is kept in this window. Check the disk; Phoenix goes on when it can be written again.'
    case 'damaged':
      return 'The database of Phoenix is damaged. Phoenix can stop all work, look at the whole database and show what can be restored. Nothing is changed before you choose.'
    default:
      return assertNever(trouble)
  }
}
