import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestSockets } from '../test-sockets.fixture.ts'
import { coverSockets, isWithinOneOf, MOST_SOCKETS } from './covers.ts'
import { ConversationId } from '../../../../shared/ids.ts'
import { shellQuote } from '../../processes/spawn/shell-quote.ts'
import { PATIENT, requestOf } from '../../processes/supervisor-fixture.ts'
import type { Sandbox } from '../sandbox.ts'
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

    test('a socket in a place that is covered anyway costs nothing', async () => {
      using ground = new Ground()
      await using sockets = new TestSockets()
      await sockets.open(join(ground.home, '.ssh'), 1_000)
      const found = await ground.find()
      if (found.type !== 'found') throw new Error(found.reason)
      const supervisor = sandboxedSupervisor(ground.dataFolder, found)
      expect(printedBy(await runIn(supervisor, ground, 'ls ../../.ssh; echo ran'))).toBe('ran\n')
      await supervisor.close()
    })

    test('a socket that disappears during the set-up does not stop a command from running', async () => {
      using ground = new Ground()
      await using sockets = new TestSockets()
      const found = await ground.find()
      if (found.type !== 'found') throw new Error(found.reason)
      let leaving = 2
      const sandbox: Sandbox = {
        async look() {
          if (leaving > 0) await sockets.open(join(ground.home, `doors-${leaving}`), 1)
          await found.sandbox.look()
        },
        findings: () => [],
        async prepare(command) {
          const prepared = await found.sandbox.prepare(command)
          if (leaving > 0) rmSync(join(ground.home, `doors-${leaving--}`), { recursive: true })
          return prepared
        },
      }
      const supervisor = sandboxedSupervisor(ground.dataFolder, { type: 'found', sandbox }, PATIENT)
      expect(printedBy(await runIn(supervisor, ground, 'echo ran'))).toBe('ran\n')
      leaving = 2
      const started = await supervisor.jobs.start(
        requestOf('echo ran', { folder: ground.folder, sandboxPolicy: OPEN }),
      )
      expect(started).toMatchObject({
        type: 'started',
        job: { phase: { type: 'exited', code: 0 }, printed: { text: 'ran\n' } },
      })
      await supervisor.close()
    })

    test('a socket that disappears before a command starts is left out', async () => {
      using ground = new Ground()
      await using sockets = new TestSockets()
      const leaving = join(ground.home, 'leaving')
      await sockets.open(leaving, 1)
      const found = await ground.find()
      if (found.type !== 'found') throw new Error(found.reason)
      const conversationId = ConversationId.parse('c')
      const { folder } = ground
      const run = { conversationId, folder, command: 'true', sandboxPolicy: OPEN }
      const named = async (): Promise<boolean> => {
        const prepared = await found.sandbox.prepare(run)
        if (!prepared.ok) throw new Error(prepared.error)
        await prepared.value.release()
        return prepared.value.args.some((each) => each.startsWith(leaving))
      }
      expect(await named()).toBe(true)
      rmSync(leaving, { recursive: true })
      expect(await named()).toBe(false)
    })

    test('a socket that disappears during the trial at the start does not disable the sandbox', async () => {
      using ground = new Ground()
      await using sockets = new TestSockets()
      const leaving = join(ground.home, 'leaving')
      await sockets.open(leaving, 1)
      const program = join(ground.root, 'bwrap')
      writeFileSync(program, `#!/bin/sh\nrm -rf ${shellQuote(leaving)}\nexec bwrap "$@"\n`, {
        mode: 0o755,
      })
      expect(await ground.find(process.env, program)).toMatchObject({ type: 'found' })
    })

    test.runIf(process.geteuid?.() === 0)(
      'a socket in a folder of another user, which not even root can enter there, does not disable the sandbox',
      async () => {
        using ground = new Ground()
        await using sockets = new TestSockets()
        const folder = join(ground.home, 'of another')
        await sockets.open(folder, 1)
        chownSync(folder, 12_345, 12_345)
        chmodSync(folder, 0o700)
        const found = await ground.find()
        expect(found).toMatchObject({ type: 'found' })
        const supervisor = sandboxedSupervisor(ground.dataFolder, found)
        const looks = "ls -A '../../of another'; test -S '../../of another/0'; echo $?"
        expect(printedBy(await runIn(supervisor, ground, looks))).toBe('1\n')
        await supervisor.close()
      },
    )

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
