import { expect, test } from 'vitest'
import { startFlushThread } from './flush-thread.ts'
import { freshFile } from './temporary.fixture.ts'

test('what was never written is an error, whichever thread looks', async () => {
  const thread = startFlushThread()
  const written = `${freshFile()}.gone`
  const flush = (place: string | null): Promise<unknown> =>
    new Promise((done) =>
      thread.flush({ files: [{ written, place }], journal: null, inPlace: [] }, done),
    )
  expect(await flush(null)).toMatch('ENOENT')
  expect(await flush(`${written}.place`)).toMatch('ENOENT')
  thread.close()
})
