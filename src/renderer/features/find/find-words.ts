import { wordsOfPlace } from '../search/search-words.ts'
import type { Finding, Target } from './finding.svelte.ts'

type Counts = Pick<
  Finding,
  'found' | 'hasMore' | 'number' | 'wanted' | 'problem' | 'text' | 'total'
>

/** Said instead of a message that a page of earlier ones would have brought. */
export const NOT_LOADED = 'The earlier messages couldn’t be loaded. Try again.'

/** `3 of 17`; '' without a search text, and for a search that failed. */
export function wordsOfPosition(finding: Counts): string {
  const { found, hasMore, number, text, total, wanted } = finding
  if (text.trim() === '') return ''
  if (wanted === null) return 'Type what to find'
  if (finding.problem !== null) return ''
  if (found !== text) return 'Searching'
  if (total === 0) return hasMore ? 'No matches in the newest messages' : 'No matches'
  const all = `${total.toLocaleString('en')}${hasMore ? '+' : ''}`
  return number === 0 ? `${all} found` : `${number.toLocaleString('en')} of ${all}`
}

/** Announced to screen readers on arrival at a match. */
export function wordsOfArrival(finding: Counts & Pick<Finding, 'place'>, target: Target): string {
  const isTakenBack = finding.place?.isTakenBack ?? false
  const where = wordsOfPlace({ role: target.role, isTakenBack })
  return finding.number === 0 ? where : `${wordsOfPosition(finding)}, ${where}`
}
