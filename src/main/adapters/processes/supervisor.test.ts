import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { onFault } from '../../runtime/guard.ts'
import type { RunOutcome } from './runs/run-outcome.ts'
import type { RunRecord } from './tree/run-record.ts'
import { readProcess } from './tree/process-table.ts'
import { shellQuote } from './spawn/shell-quote.ts'
import type { Supervisor } from './supervisor.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  PATIENT,
  requestOf,
  start,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from './supervisor-fixture.ts'

const data = temporaryFolder()
const runsFolder = join(data.path, 'runs')
let supervisor: Supervisor
beforeAll(() => {
  supervisor = supervisorOn(data.path, PATIENT)
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

async function run(
  command: string,
  options: Parameters<typeof requestOf>[1] = {},
): Promise<RunOutcome> {
  return supervisor.run(requestOf(command, options))
}

/** The output in an outcome. */
function textOf(outcome: RunOutcome): string {
  return 'printed' in outcome ? outcome.printed.text : ''
}

describe('R7: a command always comes back', () => {
  test('a background process does not keep the call', async () => {
    const seconds = uniqueSleep()
    const outcome = await run(`sleep ${seconds} & echo done`)
    expect(outcome).toMatchObject({ type: 'exited', code: 0, printed: { text: 'done\n' } })
    endAllWith(seconds)
  })

  test('cat and read get the end of file at once', async () => {
    const outcome = await run('cat; read line; echo "read said $?"', { limitMs: 5_000 })
    expect(textOf(outcome)).toBe('read said 1\n')
  })

  test('we enforce the limit, for the whole group, and output is not lost', async () => {
    const seconds = uniqueSleep()
    const outcomes: RunOutcome[] = []
    // A busy machine may not get as far in a short time.
    for (const limitMs of [200, 2_000, 10_000]) {
      if (outcomes.map(textOf).includes('partly\n')) break
      const command = `sleep ${seconds} & echo partly; sleep ${seconds}`
      outcomes.push(await run(command, { limitMs }))
      expect(outcomes.at(-1)).toMatchObject({ type: 'timedOut', limitMs })
      expect(aliveWith(seconds)).toEqual([])
    }
    expect(outcomes.map(textOf)).toContain('partly\n')
  })
})

test('an exit code and both outputs come back', async () => {
  const outcome = await run('echo out; echo err >&2; exit 3')
  expect(outcome).toMatchObject({ type: 'exited', code: 3, printed: { bytes: 8, leftOut: 0 } })
  expect(textOf(outcome)).toContain('out\n')
  expect(textOf(outcome)).toContain('err\n')
})

test('output of a background process within the drain belongs to the result', async () => {
  const texts: string[] = []
  // On a busy machine it may come after the drain.
  while (!texts.includes('done\nlate\n') && texts.length < 20)
    texts.push(textOf(await run('(sleep 0.1; echo late) & echo done')))
  expect(texts).toContain('done\nlate\n')
})

test('a character cut off by the end of the output is not lost', async () => {
  const outcome = await run("printf 'x\\303'")
  expect(outcome).toMatchObject({ printed: { text: 'x\uFFFD', bytes: 2 } })
})

test('a signal that killed the command is named', async () => {
  expect(await run('kill -SEGV $$')).toMatchObject({ type: 'signalled', signal: 'SIGSEGV' })
})

// covers REQ-BED-010.2a
test('a command starts in its folder', async () => {
  using folder = temporaryFolder()
  expect(textOf(await run('pwd', { folder: folder.path }))).toBe(`${folder.path}\n`)
})

test('a missing folder gives a sentence', async () => {
  const outcome = await run('true', { folder: '/no/such/folder' })
  const reason = 'The folder /no/such/folder no longer exists. Nothing was run.'
  expect(outcome).toEqual({ type: 'notStarted', reason })
})

test('a folder that became a file gives a sentence', async () => {
  const outcome = await run('true', { folder: '/etc/passwd' })
  expect(outcome).toMatchObject({
    type: 'notStarted',
    reason: expect.stringContaining('is no longer a folder'),
  })
})

test('a command too long for the system gives a sentence', async () => {
  const outcome = await run(`: ${'x'.repeat(256 * 1024)}`)
  expect(outcome).toMatchObject({
    type: 'notStarted',
    reason: expect.stringContaining('too long for the system'),
  })
})

test('a command with a NUL character gives a sentence', async () => {
  const outcome = await run('echo \0')
  expect(outcome).toMatchObject({ type: 'notStarted', reason: expect.stringContaining('NUL') })
})

test('a PATH without bash gives a sentence, and leaves no record', async () => {
  using own = temporaryFolder()
  const lost = supervisorOn(own.path, { environment: { PATH: own.path } })
  const outcome = await lost.run(requestOf('true'))
  expect(outcome).toMatchObject({
    type: 'notStarted',
    reason: expect.stringContaining('bash was not found'),
  })
  await until(() => readdirSync(join(own.path, 'runs')).length === 0)
  await lost.close()
})

test('a data folder that cannot be written runs nothing and says so', async () => {
  using own = temporaryFolder()
  const file = join(own.path, 'not-a-folder')
  writeFileSync(file, '')
  const blocked = supervisorOn(file)
  const marker = join(own.path, 'ran')
  const outcome = await blocked.run(requestOf(`touch ${shellQuote(marker)}`))
  expect(outcome).toMatchObject({
    type: 'notStarted',
    reason: expect.stringContaining('could not note the command'),
  })
  expect(existsSync(marker)).toBe(false)
  await blocked.close()
})

test('an abort before the start runs nothing', async () => {
  const marker = join(data.path, 'ran')
  const outcome = await run(`touch ${shellQuote(marker)}`, { signal: AbortSignal.abort() })
  expect(outcome).toEqual({ type: 'aborted' })
  expect(existsSync(marker)).toBe(false)
})

test('an abort is known by its signal: a command killed by anyone else was not aborted', async () => {
  expect(await run('echo "[command cancelled]"; kill -TERM $$')).toMatchObject({
    type: 'signalled',
    signal: 'SIGTERM',
  })
})

test('after an abort the next command of the conversation runs at once and unaffected', async () => {
  const seconds = uniqueSleep()
  for (let round = 0; round < 5; round++) {
    const stopped = start(supervisor, `echo ready; sleep ${seconds}`)
    await stopped.ready
    stopped.abort()
    await stopped.outcome
    expect(await run('echo next')).toMatchObject({ type: 'exited', code: 0 })
  }
})

test('a listener that throws breaks neither the command nor its result', async () => {
  const faults: unknown[] = []
  onTestFinished(onFault(({ error }) => void faults.push(error)))
  const outcome = await run('echo hello', {
    onOutput: () => {
      throw new Error('a bug of the screen')
    },
  })
  expect(outcome).toMatchObject({ type: 'exited', printed: { text: 'hello\n' } })
  expect(faults).toHaveLength(1)
})

test('a run after the close answers aborted', async () => {
  using own = temporaryFolder()
  const closed = supervisorOn(own.path)
  await closed.close()
  expect(await closed.run(requestOf('true'))).toEqual({ type: 'aborted' })
})

test.runIf(hasProc)(
  'the record exists before the command runs, gets its pid, and is removed when nothing is left',
  async () => {
    await until(() => readdirSync(runsFolder).length === 0)
    const started = start(
      supervisor,
      `cat ${shellQuote(runsFolder)}/*.json; echo; echo ready; sleep 0.2`,
    )
    await started.ready
    const file = join(runsFolder, `${started.workId}.json`)
    const record = JSON.parse(readFileSync(file, 'utf8')) as Pick<RunRecord, 'process'> & {
      readonly cookie: string
    }
    expect(record.cookie).toMatch(/^[0-9a-f]{32}$/)
    const { pid = 0, startTime } = record.process ?? {}
    expect(readProcess(pid)).toMatchObject({ parent: process.pid, group: pid, startTime })
    expect(textOf(await started.outcome)).toContain(record.cookie)
    await until(() => readdirSync(runsFolder).length === 0)
  },
)

test.runIf(hasProc)('a run folder removed while Phoenix runs is created again', async () => {
  rmSync(runsFolder, { recursive: true })
  expect(await run('true')).toMatchObject({ type: 'exited', code: 0 })
  mkdirSync(runsFolder, { recursive: true })
})
