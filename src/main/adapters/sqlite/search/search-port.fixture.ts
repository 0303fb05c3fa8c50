import { onTestFinished } from 'vitest'
import { freshFile, opened } from '../temporary.fixture.ts'
import { countUnmerged } from './count-unmerged.ts'
import { rebuild } from './make-index.ts'
import { byPerson, EVERYTHING, addMessages } from './search.fixture.ts'
import { createSearch, type Search } from './search-port.ts'
import { threadSource } from '../../system/thread-source.fixture.ts'

export const WORKER = threadSource('./search-worker.ts', import.meta.url)

export function running(
  worker = WORKER,
  isIndexed = true,
): ReturnType<typeof opened> & { search: Search } {
  const file = freshFile()
  const { db, store } = opened(file)
  addMessages(store, 'c1', [byPerson('a whale'), byPerson('two whales')])
  if (!isIndexed) rebuild(db)
  const search = createSearch({
    worker,
    file,
    log: { warn: () => undefined },
    untended: countUnmerged(db),
  })
  onTestFinished(() => search.close())
  return { db, store, search }
}

export const WHALE = { ...EVERYTHING, text: 'whale' }

export const wanted = (): AbortSignal => new AbortController().signal
