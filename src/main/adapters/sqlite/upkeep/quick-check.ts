import type { Database } from 'better-sqlite3'
import { isDamage } from '../../../runtime/conversation/answers.ts'

/**
 * Reads every page and returns what is wrong with the file, in SQLite's words; null if nothing is. Takes about a second per
 * 500 MB.
 */
export function quickCheck(db: Database): string | null {
  try {
    const found = String(db.pragma('quick_check(1)', { simple: true }))
    return found === 'ok' ? null : found
  } catch (error) {
    if (!isDamage(error)) throw error
    return error instanceof Error ? error.message : String(error)
  }
}
