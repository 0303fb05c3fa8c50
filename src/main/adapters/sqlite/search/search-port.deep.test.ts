import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
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
