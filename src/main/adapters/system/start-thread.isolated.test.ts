import { existsSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  start,
  supervisorOn,
  SWEEP_WORKER,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import { startFlushThread } from '../sqlite/flush-thread.ts'
import { addMessages, byPerson, EVERYTHING } from '../sqlite/search/search.fixture.ts'
import { createSearch, type Search } from '../sqlite/search/search-port.ts'
import { createSqliteStore } from '../sqlite/store.ts'
import { freshFile, opened } from '../sqlite/temporary.fixture.ts'
import { createUpkeep } from '../sqlite/upkeep/upkeep.ts'
import { threads } from './no-threads.fixture.ts'
import { threadSource } from './thread-source.fixture.ts'

vi.mock('node:worker_threads', async (original) => {
  const { LimitedWorker } = await import('./no-threads.fixture.ts')
  return { ...(await original<object>()), Worker: LimitedWorker }
})

const SEARCH_WORKER = threadSource('../sqlite/search/search-worker.ts', import.meta.url)
const C1 = 'c1' as ConversationId

/** From here to the end of the test, or to `freeThreads`, the system has no thread left. */
function useUpThreads(): void {
  threads.areUsedUp = true
  onTestFinished(freeThreads)
}

function freeThreads(): void {
  threads.areUsedUp = false
}

function searchOn(file: string): Search {
  const search = createSearch({ worker: SEARCH_WORKER, file, log: { warn: () => undefined } })
  onTestFinished(() => search.close())
  return search
}

test('steps are saved although the search thread cannot be started, which is tried again', async () => {
  const file = freshFile()
  const { db } = opened(file)
  useUpThreads()
  const search = searchOn(file)
  const faults: string[] = []
  const store = createSqliteStore(
    db,
    { warn: () => undefined },
    { onSearchable: () => search.written(), onFault: (fault) => faults.push(fault) },
  )
  for (let step = 1; step <= 20; step += 1)
    addMessages(store, `c${step}`, [byPerson(`whale ${step}`)])
  expect([faults, store.list().length, store.history(C1).length]).toEqual([[], 20, 1])
  const whale = { ...EVERYTHING, text: 'whale' }
  const find = (): ReturnType<Search['find']> => search.find(whale, new AbortController().signal)
  expect(await find()).toEqual({ ok: false, error: 'failed' })
  freeThreads()
  expect(await find()).toMatchObject({ ok: true })
})

test('a flush fails if its thread dies and cannot be replaced: nothing waits for it forever', async () => {
  const base = freshFile()
  const files = Array.from({ length: 500 }, (_, index) => {
    return { written: `${base}.${index}.new`, place: `${base}.${index}` }
  })
  for (const { written } of files) writeFileSync(written, '')
  const workers: Worker[] = []
  const take = (worker: Worker): void => void workers.push(worker)
  process.on('worker', take)
  onTestFinished(() => void process.off('worker', take))
  const thread = startFlushThread()
  onTestFinished(() => thread.close())
  const flushed = new Promise((done) => thread.flush({ files, journal: null, inPlace: [] }, done))
  while (!existsSync(files[0]?.place ?? '')) await setImmediate()
  useUpThreads()
  await workers[0]?.terminate()
  expect(await flushed).toEqual(new Error('there is no flush thread'))
  freeThreads()
  const next = new Promise((done) => thread.flush({ files: [], journal: null, inPlace: [] }, done))
  expect(await next).toBeNull()
})

test('a job of maintenance that gets no thread says so', async () => {
  useUpThreads()
  const upkeep = createUpkeep(new URL('file:///unused'))
  expect(await upkeep.run({ type: 'check', file: '' })).toEqual({
    ok: false,
    error: 'the system could not start another thread',
  })
  await upkeep.close()
})

test.runIf(hasProc)(
  'a command runs and ends although there is no sweep thread, and what has left its group once there is one',
  async () => {
    using data = temporaryFolder()
    useUpThreads()
    const supervisor = supervisorOn(data.path, { sweepWorker: SWEEP_WORKER })
    const [own, stray] = [uniqueSleep(), uniqueSleep()]
    try {
      // It says so itself, because it is in the group until then.
      const script = `setsid bash -c 'echo ready; exec sleep ${stray}' & sleep ${own}`
      const run = start(supervisor, script)
      await run.ready
      run.abort()
      expect(await run.outcome).toEqual({ type: 'aborted' })
      await until(() => aliveWith(own).length === 0)
      expect(aliveWith(stray)).toHaveLength(1)
      freeThreads()
      await until(() => aliveWith(stray).length === 0)
    } finally {
      for (const seconds of [own, stray]) endAllWith(seconds)
      await supervisor.close()
    }
  },
)
