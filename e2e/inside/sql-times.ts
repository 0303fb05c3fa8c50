import Database from 'better-sqlite3'
import { thisMoment, type Took, tookSince } from './line.ts'

type Call = (this: unknown, ...values: unknown[]) => unknown

/** Records the duration of every later SQL call in this process, commits included. */
export function timeSqlCalls(): Took[] {
  const times: Took[] = []
  const database = new Database(':memory:')
  const statement = Object.getPrototypeOf(database.prepare('select 1')) as Record<string, Call>
  database.close()
  for (const name of ['run', 'get', 'all']) {
    const call = statement[name]
    if (call === undefined) throw new Error(`statements have no ${name}`)
    statement[name] = function timed(...values) {
      const began = thisMoment()
      try {
        return call.apply(this, values)
      } finally {
        times.push(tookSince(began))
      }
    }
  }
  return times
}
