import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestSockets } from '../test-sockets.fixture.ts'
import { coverSockets, isWithinOneOf, MOST_SOCKETS } from './covers.ts'
import { ConversationId } from '../../../../shared/ids.ts'
import {
  sandboxedSupervisor,
  Ground,
  hasSandbox,
  OPEN,
  printedBy,
  runIn,
} from '../sandbox.fixture.ts'

function socketsIn(folder: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => join(folder, `${number}.sock`))
}

test('a few sockets are covered one by one', () => {
  const sockets = socketsIn('/home/me', MOST_SOCKETS)
  const covers = sockets.map((path) => ({ path, as: 'emptyFile' }))
  expect(coverSockets(sockets, ['/home/me'])).toEqual({ ok: true, value: covers })
})

test('with too many, the folders that hold the most are covered as a whole', () => {
  const sockets = [...socketsIn('/home/me/many', MOST_SOCKETS), ...socketsIn('/home/me/few', 2)]
  const covers = coverSockets(sockets, ['/home/me'])
  expect(covers).toEqual({
    ok: true,
    value: [
      { path: '/home/me/many', as: 'emptyFolder' },
      { path: '/home/me/few/0.sock', as: 'emptyFile' },
      { path: '/home/me/few/1.sock', as: 'emptyFile' },
    ],
  })
})

test.for([
  ['beside what is needed', socketsIn('/home/me', MOST_SOCKETS + 1)],
  ['far apart', socketsIn('/srv', MOST_SOCKETS + 1).map((path) => join(path, 'door'))],
] as const)('too many doors %s are refused in words', ([, sockets]) => {
  expect(coverSockets(sockets, ['/home/me'])).toEqual({
    ok: false,
    error: expect.stringMatching(/More than 100 programs .* listen/),
  })
})

test('a place lies within another by whole path segments', () => {
  const isCovered = isWithinOneOf(['/run', '/home/me/.ssh'])
  const paths = ['/run', '/run/a/b', '/runs/a', '/home/me', '/home/me/.ssh/x']
  expect(paths.filter(isCovered)).toEqual(['/run', '/run/a/b', '/home/me/.ssh/x'])
})

describe.runIf(hasSandbox && process.platform === 'linux')(
  'with 1,000 programs that listen',
  () => {
    test('a command starts at once and reaches none of them', async () => {
      using ground = new Ground()
      await using sockets = new TestSockets()
      await sockets.open(join(ground.home, 'doors'), 1_000)
      const found = await ground.find()
      if (found.type !== 'found') throw new Error(found.reason)
      const conversationId = ConversationId.parse('c')
      const { folder } = ground
      const times: number[] = []
      while (times.length < 5) {
        const before = performance.now()
        const prepared = await found.sandbox.prepare({
          conversationId,
          folder,
          command: 'true',
          sandboxPolicy: OPEN,
        })
        times.push(performance.now() - before)
        expect(prepared.ok && (await prepared.value.release())).toBeUndefined()
      }
      expect(Math.min(...times)).toBeLessThan(150)
      const supervisor = sandboxedSupervisor(ground.dataFolder, found)
      expect(printedBy(await runIn(supervisor, ground, 'ls ../../doors; echo ran'))).toBe('ran\n')
      await supervisor.close()
    })

    test('a socket that appears later is hidden from the next command', async () => {
      using ground = new Ground()
      const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
      await using sockets = new TestSockets()
      await sockets.open(join(ground.home, 'doors'), 1)
      const printed = printedBy(await runIn(supervisor, ground, 'test -S ../../doors/0; echo $?'))
      expect(printed).toBe('1\n')
      await supervisor.close()
    })
  },
)
