import Database from 'better-sqlite3'
import { currentMoment, type Elapsed, elapsedSince } from './delivery-thread.ts'

type Call = (this: unknown, ...values: unknown[]) => unknown

/** Records the duration of every later SQL call in this process, commits included. */
export function timeSqlCalls(): Elapsed[] {
  const times: Elapsed[] = []
  const database = new Database(':memory:')
  const statement = Object.getPrototypeOf(database.prepare('select 1')) as Record<string, Call>
  database.close()
  for (const name of ['run', 'get', 'all']) {
    const call = statement[name]
    if (call === undefined) throw new Error(`statements have no ${name}`)
    statement[name] = function timed(...values) {
      const began = currentMoment()
      try {
        return call.apply(this, values)
      } finally {
        times.push(elapsedSince(began))
      }
    }
  }
  return times
}
