import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { FakeHost, settled } from '../client/fakes/fake-host.ts'
import { ok } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import { EXIT } from './exit-codes.ts'
import { search } from './search.ts'
import type { CommandHost, OpenHost } from './terminal.ts'

test.for([
  ['nowhere', 'No results.'],
  ['->', 'A search needs a letter or a digit.'],
] as const)('a search for %s that finds nothing says so: %s', async ([word, sentence]) => {
  const host = new FakeHost()
  const notes: string[] = []
  const client = createClient()
  const closed = client.attach(host.connect())
  const opened: OpenHost = { client, type: 'own', closed, close: () => Promise.resolve() }
  const code = search(new Map(), [word], {
    terminal: { note: (line: string) => void notes.push(line), print: () => undefined },
    openHost: () => Promise.resolve(ok(opened)),
  } as unknown as CommandHost)
  await settled()
  host.last('app.open').answer({ version: VERSION, conversations: [], settings: { notices: [] } })
  await settled()
  host.last('search.find').answer({ conversations: [], next: null, indexing: null })
  expect(await code).toBe(EXIT.done)
  expect(notes).toEqual([sentence])
})
