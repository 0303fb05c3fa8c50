import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestSockets } from '../test-sockets.fixture.ts'
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

describe.runIf(hasSandbox && process.platform === 'linux')(
  'with 1,000 programs that listen',
  () => {
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
  },
)
