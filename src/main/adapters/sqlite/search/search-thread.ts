import Database from 'better-sqlite3'
import { assertNever } from '../../../../shared/assert-never.ts'
import { leaveCheckpoints, prepareCheckpoint } from '../history/checkpoint.ts'
import { prepareGivingBack } from '../history/give-back.ts'
import { prepareMoving } from '../history/move-rows.ts'
import { prepareSearch } from './answer-search.ts'
import { prepareFindWithin } from './answer-within.ts'
import type { Limits } from './found-keys.ts'
import { prepareIndexJob } from './index-job.ts'
import { isOfIndex } from './search-index.ts'
import type { SearchOrder, SearchReport } from './search-messages.ts'

/** A search answers with what it has after this many messages, or ms. */
const FIND = { newest: { messages: 2_000, ms: 50 }, best: { messages: 20_000, ms: 50 } }
const WITHIN = { messages: 2_000, ms: 1_000 }
/** How long the index job waits for another writer's lock (ms). A step waits for it no longer than one slice. */
const BUSY_MS = 5_000

export interface SearchThread {
  take(order: SearchOrder): void
}

/**
 * Searches one database with a read-only connection. With a writing one it maintains the index, packs what an older Phoenix
 * wrote and returns free space, in slices with a pause as long as the slice: a step that arrives in between never waits for
 * a second one.
 */
export function openSearchThread(
  file: string,
  report: (report: SearchReport) => void,
): SearchThread {
  const reading = new Database(file, { readonly: true, fileMustExist: true })
  const writing = new Database(file, { fileMustExist: true, timeout: BUSY_MS })
  // A power cut that loses indexed texts also restores them to the to-do list.
  writing.pragma('synchronous = NORMAL')
  leaveCheckpoints(writing)
  const index = prepareIndexJob(writing)
  const move = prepareMoving(writing)
  const giveBack = prepareGivingBack(writing)
  const checkpoint = prepareCheckpoint(writing)
  const giveUp = writing.prepare('UPDATE search_state SET is_damaged = 1')
  const forgetKeys = writing.prepare('DELETE FROM search_conversations')
  let search = once(() => prepareSearch(reading))
  let within = once(() => prepareFindWithin(reading))
  let timer: NodeJS.Timeout | null = null

  function workOn(): void {
    timer = null
    const start = performance.now()
    try {
      checkpoint()
      if (index() === 'done' && !move() && !giveBack()) return
    } catch (error) {
      report({ type: 'jobFailed', reason: String(error) })
      return
    }
    workSoon(performance.now() - start)
  }

  function workSoon(pauseMs: number): void {
    timer ??= setTimeout(workOn, Math.min(50, Math.ceil(pauseMs)))
  }

  function answer(order: Extract<SearchOrder, { type: 'find' | 'within' }>): SearchReport {
    const stop = new Int32Array(order.stop)
    const limits = (most: Omit<Limits, 'isStopped'>): Limits => {
      return { ...most, isStopped: () => Atomics.load(stop, 0) !== 0 }
    }
    const { id } = order
    try {
      if (order.type === 'find') {
        const found = search()(order.query, limits(FIND[order.query.order]))
        return { type: 'found', id, answer: found }
      }
      const found = within()(order.conversationId, order.text, limits(WITHIN))
      return { type: 'foundWithin', id, answer: found }
    } catch (error) {
      if (isOfIndex(error)) tryToRepair()
      return { type: 'failed', id, reason: String(error) }
    }
  }

  /** What cannot be written now is left to the next search that meets the damage. */
  function tryToRepair(): void {
    try {
      repair()
    } catch (error) {
      report({ type: 'jobFailed', reason: String(error) })
    }
  }

  function repair(): void {
    search = once(() => prepareSearch(reading))
    within = once(() => prepareFindWithin(reading))
    writing
      .transaction(() => {
        giveUp.run()
        forgetKeys.run()
      })
      .immediate()
    workSoon(0)
  }

  workSoon(0)
  return {
    take: (order) => {
      switch (order.type) {
        case 'find':
        case 'within':
          report(answer(order))
          workSoon(0)
          return
        case 'tend':
          workSoon(0)
          return
        case 'close':
          if (timer !== null) clearTimeout(timer)
          reading.close()
          writing.close()
          report({ type: 'closed' })
          return
        default:
          assertNever(order)
      }
    },
  }
}

/** Computes a value at its first use: a damaged index is found then, not before. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
