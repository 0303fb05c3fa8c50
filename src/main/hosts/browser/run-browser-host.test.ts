import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkInFragment } from '../../../shared/link.ts'
import { addressOf, hostsForEachTest, ms, place, start } from './run-browser-host.fixture.ts'

hostsForEachTest()

function traceOf(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map(
      (name) => `${name} ${statSync(join(path, name)).size} ${statSync(join(path, name)).mtimeMs}`,
    )
}

test('one line on standard output contains the address, and nothing else is printed; PHOENIX_DATA_DIR names the data folder as --data does', async () => {
  const named = join(place.root, 'named')
  const first = start({ args: [], environment: { PHOENIX_DATA_DIR: named } })
  expect(await addressOf(first)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/)
  expect(readdirSync(named)).toContain('phoenix.lock')
  first.child.kill('SIGTERM')
  expect(await first.left).toBe(0)
  expect(first.printed).toEqual({
    out: expect.stringMatching(/^Phoenix is at http:\S+\n$/),
    err: '',
  })
})

test('a second instance exits, names the first and writes nothing', async () => {
  const first = start()
  const address = await addressOf(first)
  const before = traceOf(place.data)
  const second = start()
  expect(await second.left).toBe(1)
  const origin = new URL(address).origin
  expect(second.printed).toEqual({
    out: '',
    err: expect.stringContaining(`process ${first.child.pid} at ${origin}. `),
  })
  expect(second.printed.err).not.toContain('code=')
  expect(traceOf(place.data)).toEqual(before)
})

test('a folder named at the start is where its windows begin, relative to where it was started', async () => {
  const name = 'a & b=#%'
  mkdirSync(join(place.root, name))
  const started = start({ args: ['--data', place.data, `./${name}`], cwd: place.root })
  const { hash } = new URL(await addressOf(started))
  expect(hash).toMatch(/^#code=[\w-]{43}&folder=/)
  expect(linkInFragment(hash)).toEqual({
    type: 'folder',
    folder: join(realpathSync(place.root), name),
  })
})

// shutdown.test.ts asserts the 2 s; one process among many on a busy machine may take longer to leave.
test('T27: it ends by itself despite open connections and work that does not end', async () => {
  const started = start({ closingMs: 60_000 })
  const { port } = new URL(await addressOf(started))
  const idle = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  await once(idle, 'connect')
  idle.write('POST /session HTTP/1.1\r\n')
  started.child.kill('SIGTERM')
  expect(await ms(started.left)).toBeLessThan(10_000)
  expect(await started.left).toBe(0)
  idle.destroy()
})

test('a closed standard output does not end it, the end of the script that started it does', async () => {
  const started = start({ hasParent: true })
  const { origin } = new URL(await addressOf(started))
  started.child.stdout?.destroy()
  expect((await fetch(origin)).status).toBe(200)
  // Node emits no 'close' for a child whose channel its parent has closed.
  const exit = once(started.child, 'exit')
  started.child.disconnect()
  expect(await exit).toEqual([0, null])
})

// Row 26, as far as the host goes.
test('neither code nor token is in the data folder, the arguments or the environment', async () => {
  const started = start()
  const address = new URL(await addressOf(started))
  const code = address.hash.replace('#code=', '')
  const headers = { origin: address.origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ code })
  const swapped = await fetch(`${address.origin}/session`, { method: 'POST', headers, body })
  const token = String(Object(await swapped.json())['token'])
  expect(token).toHaveLength(43)
  const places = readdirSync(place.data)
    .filter((name) => name !== 'phoenix.sock')
    .map((name) => readFileSync(join(place.data, name), 'latin1'))
  for (const name of ['cmdline', 'environ']) {
    places.push(readFileSync(`/proc/${started.child.pid}/${name}`, 'latin1'))
  }
  for (const secret of [code, token]) expect(places.join('\n')).not.toContain(secret)
  expect(started.printed.out + started.printed.err).not.toContain(token)
})
