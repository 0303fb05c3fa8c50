import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { snapshotOf } from '../../client/fakes/samples.ts'
import { ok } from '../../shared/result.ts'
import { VERSION } from '../../shared/version.ts'
import { beginRun } from './begin-run.ts'
import type { CommandHost, OpenHost, ProgramEnd } from '../terminal.ts'

const { summary } = snapshotOf({ messages: [] })
const RESUMED = { ...summary, folder: '/its/folder' }

/** What `beginRun` returns, the folders in which programs ran, and how often the host was opened and closed. */
async function begun(flags: Readonly<Record<string, string>>, out = '+x') {
  const host = new FakeHost()
  const client = createClient()
  const closed = client.attach(host.connect())
  const counts = { opened: 0, closed: 0 }
  const close = (): Promise<void> => {
    counts.closed += 1
    return Promise.resolve()
  }
  const opened: OpenHost = { client, type: 'own', closed, close }
  const folders: string[] = []
  const running = beginRun(new Map(Object.entries(flags)), ['Why?'], {
    terminal: { folder: '/here', canAsk: false, readInput: () => Promise.resolve(ok('+piped')) },
    openHost: () => {
      counts.opened += 1
      return Promise.resolve(ok(opened))
    },
    runProgram: (_name: string, _args: readonly string[], folder: string) => {
      folders.push(folder)
      return Promise.resolve<ProgramEnd>({ type: 'ended', code: 0, out, err: '' })
    },
  } as unknown as CommandHost)
  await settled()
  const settings = { notices: [] }
  for (const request of host.all('app.open')) {
    request.answer({ version: VERSION, conversations: [RESUMED], settings })
  }
  return { folders, result: await running, counts }
}

test('what a resumed conversation starts from is read in its folder, not in that of the command', async () => {
  const { folders, result } = await begun({ resume: RESUMED.id, 'from-diff': 'HEAD' })
  expect(folders).toEqual(['/its/folder'])
  expect(result).toMatchObject({
    value: { options: { prompt: expect.stringContaining('+x'), resume: RESUMED.id } },
  })
})

test('a diff from a pipe needs no folder', async () => {
  const { folders, result } = await begun({ resume: RESUMED.id, 'from-diff': '-' })
  expect(folders).toEqual([])
  expect(result).toMatchObject({
    value: { options: { prompt: expect.stringContaining('+piped') } },
  })
})

test('without a conversation of this id no program runs, and the host is closed', async () => {
  const { counts, folders, result } = await begun({ resume: 'nope', 'from-diff': 'HEAD' })
  expect(result).toMatchObject({ error: { type: 'failed' } })
  expect(folders).toEqual([])
  expect(counts).toEqual({ opened: 1, closed: 1 })
})

test('a diff that is empty ends the command as one that is used wrongly, and the host is closed', async () => {
  const { counts, result } = await begun({ resume: RESUMED.id, 'from-diff': 'HEAD' }, '')
  expect(result).toMatchObject({ error: { type: 'usage' } })
  expect(counts).toEqual({ opened: 1, closed: 1 })
})

test('a wrong use is told before any host is opened', async () => {
  const { counts, result } = await begun({ resume: RESUMED.id, folder: '/there' })
  expect(result).toMatchObject({ error: { type: 'usage' } })
  expect(counts).toEqual({ opened: 0, closed: 0 })
})
