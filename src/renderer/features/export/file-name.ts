import { firstUnits } from '../../../shared/visible-text.ts'

const LONGEST = 60

/** A file name from a title: only characters that every file system accepts, and never empty. `at`: ms since 1970. */
export function exportFileName(
  title: string,
  at: number,
  extension: 'md' | 'json' | 'yaml',
): string {
  const named = title.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '-')
  const words = firstUnits(named, LONGEST).replace(/^-+|-+$/g, '')
  return `${words || 'conversation'}-${new Date(at).toISOString().slice(0, 10)}.${extension}`
}
