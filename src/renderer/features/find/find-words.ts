import { wordsOfPlace } from '../search/search-words.ts'
import type { Finding, Target } from './finding.svelte.ts'

type Counts = Pick<Finding, 'found' | 'hasMore' | 'number' | 'phrases' | 'text' | 'total'>

/** `3 of 17`; '' without a search text. */
export function wordsOfPosition({ found, hasMore, number, phrases, text, total }: Counts): string {
  if (text.trim() === '') return ''
  if (phrases.length === 0) return 'Type a letter or a digit'
  if (found !== text) return 'Searching'
  if (total === 0) return 'No matches'
  const all = `${total.toLocaleString('en')}${hasMore ? '+' : ''}`
  return number === 0 ? `${all} found` : `${number.toLocaleString('en')} of ${all}`
}

/** Announced to screen readers on arrival at a match. */
export function wordsOfArrival(finding: Counts & Pick<Finding, 'place'>, target: Target): string {
  const isTakenBack = finding.place?.isTakenBack ?? false
  const where = wordsOfPlace({ role: target.role, isTakenBack })
  return finding.number === 0 ? where : `${wordsOfPosition(finding)}, ${where}`
}
