import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Store } from '../../../runtime/ports/store.ts'
import { byPerson, addMessages } from '../search/search.fixture.ts'
import { walIn } from './checkpoint.ts'

/** Writes steps of one message each, whose text has this many incompressible bytes. */
export function write(store: Store, steps: number, bytes = 8_000): void {
  for (let step = 0; step < steps; step++) {
    addMessages(store, `c${step % 3}`, [byPerson(noise(bytes))])
  }
}

function noise(bytes: number): string {
  return randomBytes(bytes / 2).toString('hex')
}

export function waiting(db: Database): number {
  const { checkpointed, log } = walIn(db, 'NOOP')
  return log - checkpointed
}
