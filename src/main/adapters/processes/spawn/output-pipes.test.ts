import { constants, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  Ground,
  hasSandbox,
  printedBy,
  runIn,
  sandboxedSupervisor,
} from '../../sandbox/sandbox.fixture.ts'
import { testChannel } from '../../process-host/process-host.fixture.ts'
import { createOutputPipePool } from './output-pipes.ts'
import { startHere } from './spawn-process.ts'
import {
  aliveWith,
  hasProc,
  requestOf,
  supervisorOn,
  temporaryFolder,
  until,
} from '../supervisor-fixture.ts'
import { orderOf, printedInto, folder } from './output-pipes.fixture.ts'

/** How scripts name their own output. */
const NAMING = `echo one >/dev/stderr
echo two | tee /dev/stderr
printf 'three\\n' >/dev/fd/1
cp /dev/stdin /dev/stdout <<<four
`

const NAMED = ['four', 'one', 'three', 'two', 'two']

function linesOf(printed: string): readonly string[] {
  return printed.trim().split('\n').toSorted()
}

describe.runIf(process.platform === 'linux')('the pipes that commands print into', () => {
  test('are given up, and the supervisor still closes, if the disk can remove nothing', async () => {
    using data = temporaryFolder()
    // Nothing can be created or removed in a link to itself.
    symlinkSync('loop', join(data.path, 'loop'))
    const pool = createOutputPipePool(join(data.path, 'loop', 'pipes'))
    expect(await pool.take()).toBeNull()
    pool.close()
    const supervisor = supervisorOn(join(data.path, 'loop'), { processHost: testChannel })
    await supervisor.close()
  })

  test('are read even if their names cannot be removed', async () => {
    const made = folder()
    const pool = createOutputPipePool(made)
    const pipes = await pool.take()
    if (pipes === null) throw new Error('no pipes')
    const printed = printedInto(pipes, 'echo out; echo err >&2')
    renameSync(made, `${made} moved`)
    symlinkSync(made, made)
    expect(await printed).toEqual(['out\n', 'err\n'])
    pool.close()
  })

  test.runIf(hasProc)(
    'can be opened by their paths, the first command and later ones alike',
    async () => {
      using data = temporaryFolder()
      const supervisor = supervisorOn(data.path, { processHost: testChannel })
      for (let runs = 0; runs < 3; runs++) {
        const outcome = await supervisor.run(requestOf(NAMING))
        expect(linesOf(printedBy(outcome))).toEqual(NAMED)
      }
      await supervisor.close()
    },
  )

  test.runIf(hasSandbox)('can be opened by their paths in the sandbox', async () => {
    using ground = new Ground()
    const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find(), {
      processHost: testChannel,
    })
    for (let runs = 0; runs < 3; runs++) {
      expect(linesOf(printedBy(await runIn(supervisor, ground, NAMING)))).toEqual(NAMED)
    }
    await supervisor.close()
  })

  test('make a command wait that nobody reads, and break for one that nobody reads to its end', async () => {
    const pool = createOutputPipePool(folder())
    const pipes = await pool.take()
    if (pipes === null) throw new Error('There are none.')
    const script = 'grep flags /proc/$$/fdinfo/1 >&2; exec 2>&-; exec head -c 1000000 /dev/zero'
    const started = await startHere(orderOf(script), pipes)
    if (started.type !== 'started') throw new Error('It was not started.')
    const flags = Number.parseInt((await text(started.child.stderr)).replace('flags:', ''), 8)
    expect(flags & constants.O_NONBLOCK).toBe(0)
    started.child.stdout.destroy()
    expect(await started.exit).toEqual({ code: null, signal: 'SIGPIPE' })
    pool.close()
  })

  test('are removed after a killed program', async () => {
    const place = folder()
    mkdirSync(place)
    writeFileSync(join(place, '7'), 'no pipe')
    const pool = createOutputPipePool(place)
    const pipes = await pool.take()
    expect(pipes && (await printedInto(pipes, 'echo here'))).toEqual(['here\n', ''])
    pool.close()
  })

  test.for(['time', 'close'])(
    'on a disk where they are never created delay no command, and end with their %s',
    async (end) => {
      using tools = temporaryFolder()
      writeFileSync(join(tools.path, 'mkfifo'), '#!/bin/sh\nkill -STOP $$\n', { mode: 0o700 })
      vi.stubEnv('PATH', tools.path)
      onTestFinished(() => void vi.unstubAllEnvs())
      const place = folder()
      const pool = createOutputPipePool(place, end === 'time' ? { makeMs: 200 } : {})
      const taken = pool.take()
      let makers: readonly number[] = []
      if (end === 'close') {
        await until(() => (makers = aliveWith(place)).length > 0)
        pool.close()
      }
      expect(await taken).toBeNull()
      // One that still runs could add a pipe to the folder that is being removed, which would then stay.
      expect(makers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
      await until(() => aliveWith(place).length === 0)
    },
  )

  test('that cannot be created are replaced by those of Node', async () => {
    using data = temporaryFolder()
    writeFileSync(join(data.path, 'pipes'), 'in the way')
    const pool = createOutputPipePool(join(data.path, 'pipes', 'below a file'))
    expect(await pool.take()).toBeNull()
    const before = process.env['PATH']
    vi.stubEnv('PATH', data.path)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await createOutputPipePool(folder()).take()).toBeNull()
    const supervisor = supervisorOn(data.path, {
      processHost: testChannel,
      environment: { PATH: before },
    })
    expect(await supervisor.run(requestOf('echo still'))).toMatchObject({
      printed: { text: 'still\n' },
    })
    await supervisor.close()
  })
})
