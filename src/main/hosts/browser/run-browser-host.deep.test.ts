import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { addressOf, hostsForEachTest, ms, place, start } from './run-browser-host.fixture.ts'

hostsForEachTest()

test('a folder that is not there is refused before anything starts', async () => {
  const there = join(place.root, 'file')
  writeFileSync(there, '')
  const cases = [
    [join(place.root, 'gone'), 'it does not exist'],
    [there, 'it is not a folder'],
    ['file://elsewhere%', 'that is not a path'],
  ] as const
  for (const [folder, why] of oneOfEvery(3, cases)) {
    const { left, printed } = start({ args: ['--data', place.data, folder] })
    expect(await left).toBe(1)
    expect(printed).toEqual({
      out: '',
      err: `Phoenix can’t start a conversation in ${folder}: ${why}. Name another folder, or none.\n`,
    })
  }
  expect(existsSync(place.data)).toBe(false)
})

test('a failed start gives its reason in sentences on standard error and exits with code 1', async () => {
  writeFileSync(join(place.root, 'file'), '')
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const address = busy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['--data', join(place.root, 'file')], /^Phoenix can’t keep its data in .+file: .+\.\n$/],
    [['--data', '/proc/nowhere'], /^Phoenix can’t keep its data in \/proc\/nowhere: .+\.\n$/],
    [
      ['--data', place.data, '--port', `${port}`],
      /^Port \d+ is in use by another program\. .+\.\n$/,
    ],
    [['--data', place.data, '--port', 'eighty'], /^The port must be a number .+\.\n$/],
    [['--data', place.data, '--host', '0.0.0.0'], /^One of the arguments is unknown\. .+\.\n$/],
    [['--data', place.data, place.root, place.root], /^One of the arguments is unknown\. .+\.\n$/],
    [['--data='], /^--data needs a folder\. .+\.\n$/],
  ]
  for (const [args, sentence] of oneOfEvery(3, cases)) {
    const started = start({ args })
    expect([await started.left, started.printed.out]).toEqual([1, ''])
    expect(started.printed.err).toMatch(sentence)
  }
  busy.close()
  // The start that failed after taking the lock has released it.
  await addressOf(start())
})

test('a second signal ends it at once, even one that arrives together with the first', async () => {
  const started = start({ closingMs: 60_000 })
  await addressOf(started)
  started.child.kill('SIGINT')
  started.child.kill('SIGTERM')
  const again = setInterval(() => started.child.kill('SIGINT'), 350)
  expect(await ms(started.left)).toBeLessThan(1_000)
  clearInterval(again)
  expect(await started.left).toBe(130)
})
