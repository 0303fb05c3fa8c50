import type { Phrase } from '../../../../shared/search/found-words.ts'
import type { SearchRole } from '../../../../shared/search/search.ts'

/**
 * The search in FTS5's query language. Its words are letters and digits in quotation marks, so none of them can be an
 * operator.
 */
export function matchOf(phrases: readonly Phrase[], role: SearchRole | null): string {
  const all = phrases.map(({ isPrefix, words }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`)
  const together = all.join(' AND ')
  return role === null ? together : `{${role}} : (${together})`
}
