import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { holdThread } from '../../system/held-thread.fixture.ts'
import { freshFile } from '../temporary.fixture.ts'
import { running, WHALE, wanted } from './search-port.fixture.ts'

test('a thread that answers between its deaths is restarted each time', async () => {
  const file = join(dirname(freshFile()), 'answers-and-dies.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
let count = 0
parentPort.on('message', ({ id }) => {
  if (count++ > 0) process.exit(1)
  parentPort.postMessage({ type: 'found', id, answer: { conversations: [], indexing: null } })
})
`,
  )
  const { search } = running(new URL(`file://${file}`))
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await search.find(WHALE, wanted())).toMatchObject({ ok: true })
    expect(await search.find(WHALE, wanted())).toEqual({ ok: false, error: 'failed' })
  }
})

test('a thread that answered while the main thread was held is not ended', async () => {
  const started: Worker[] = []
  const take = (worker: Worker): void => void started.push(worker)
  process.on('worker', take)
  onTestFinished(() => void process.off('worker', take))
  const { search } = running()
  await search.find(WHALE, wanted())
  const found = await holdThread(10_050, () => search.find(WHALE, wanted()))
  expect(found).toMatchObject({ ok: true })
  expect(await search.find(WHALE, wanted())).toMatchObject({ ok: true })
  expect(started).toHaveLength(1)
})
