import { firstUnits } from '../../../shared/visible-text.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'

const LONGEST = 60

/** A file name from a title: only characters that every file system accepts, and never empty. `at`: ms since 1970. */
export function exportFileName(
  title: string,
  at: number,
  extension: 'md' | 'json' | 'yaml',
): string {
  const named = title.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '-')
  const words = trimEndOf(firstUnits(named.replace(/^-/, ''), LONGEST), '-')
  return `${words || 'conversation'}-${new Date(at).toISOString().slice(0, 10)}.${extension}`
}
