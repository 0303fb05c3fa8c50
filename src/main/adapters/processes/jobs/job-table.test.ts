import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ConversationId } from '../../../../shared/ids.ts'
import { onFault } from '../../../runtime/guard.ts'
import type { JobLook, JobRequest, JobStart } from './job-control.ts'
import { JobTable, MAX_JOBS } from './job-table.ts'
import { shellQuote } from '../spawn/shell-quote.ts'
import type { Supervisor } from '../supervisor.ts'
import { createRunRecords } from '../tree/run-record.ts'
import {
  aliveWith,
  Gate,
  PATIENT,
  requestOf,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'

const data = temporaryFolder()
let supervisor: Supervisor
beforeAll(() => {
  supervisor = supervisorOn(data.path, PATIENT)
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

let count = 0
const freshConversation = (): ConversationId => ConversationId.parse(`conversation-${++count}`)
const NOW = { limitMs: 0, signal: new AbortController().signal }
function throwing(): never {
  throw new Error('a bug')
}
const always = (): Promise<boolean> => Promise.resolve(true)
const SOON = { ...NOW, limitMs: 60_000 }

function begin(
  conversationId: ConversationId,
  command: string,
  options: Partial<JobRequest> = {},
): Promise<JobStart> {
  return supervisor.jobs.start(requestOf(command, { conversationId, ...options }))
}

async function started(conversationId: ConversationId, command: string): Promise<JobLook> {
  const start = await begin(conversationId, command)
  if (start.type !== 'started') throw new Error(`not started: ${start.type}`)
  return start.job
}

/** Reads new output until the job has ended: all pieces, in order. */
async function readToTheEnd(
  conversationId: ConversationId,
  number: number,
): Promise<readonly JobLook[]> {
  const looks: JobLook[] = []
  for (;;) {
    const look = await supervisor.jobs.look({ conversationId, number }, SOON)
    if (look === null) return looks
    looks.push(look)
  }
}

describe('background jobs', () => {
  test("a person's job that fails at once stays visible, and the model reads all of its output later", async () => {
    const id = freshConversation()
    const command = 'echo no such file; exit 3'
    expect(await begin(id, command, { isPersons: true })).toMatchObject({ type: 'started' })
    const phase = { type: 'exited', code: 3 }
    expect(supervisor.jobsOf(id)).toMatchObject([{ phase, lastLines: 'no such file' }])
    expect(supervisor.jobs.news(id)).toMatchObject([{ number: 1, phase }])
    const [look] = await readToTheEnd(id, 1)
    expect(look?.printed.text).toBe('no such file\n')
    expect(supervisor.jobsOf(id)).toEqual([])
  })

  test('a server keeps running after the call that started it, which returns the first output', async () => {
    const id = freshConversation()
    const seconds = uniqueSleep()
    const job = await started(id, `echo ready; sleep ${seconds}`)
    expect(job).toMatchObject({ number: 1, phase: { type: 'running' } })
    expect(job.printed.text).toBe('ready\n')
    expect(aliveWith(`sleep ${seconds}`)).not.toEqual([])
    const [shown] = supervisor.jobsOf(id)
    expect(shown).toMatchObject({ number: 1, phase: { type: 'running' }, lastLines: 'ready' })
    supervisor.endJobs(id)
    await until(() => aliveWith(seconds).length === 0)
  })

  test('a job that dies at once is reported in the answer to its start, and not kept', async () => {
    const id = freshConversation()
    const job = await started(id, 'echo "address in use" >&2; exit 7')
    expect(job).toMatchObject({ phase: { type: 'exited', code: 7 } })
    expect(job.printed.text).toBe('address in use\n')
    expect(supervisor.jobsOf(id)).toEqual([])
    expect(supervisor.jobs.names(id)).toEqual([])
    expect(supervisor.jobs.news(id)).toEqual([])
  })

  test('output reports each line once, in order, with none lost', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    const script = `echo ready; for i in {1..20}; do echo "line $i"; sleep 0.02; done; ${gate.wait}; seq -f 'line %g' 21 40`
    const first = await started(id, script)
    await until(() => supervisor.jobs.lastLines(id, 1, 1) === 'line 20')
    const half = await supervisor.jobs.look({ conversationId: id, number: 1 }, NOW)
    gate.open()
    const looks = await readToTheEnd(id, first.number)
    const all = [first, half, ...looks].map((look) => look?.printed.text).join('')
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`)
    expect(all).toBe(['ready\n', ...lines].join(''))
    expect(looks.at(-1)).toMatchObject({ phase: { type: 'exited', code: 0 } })
  })

  test('a character that arrives in two pieces is reported once, whole', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    const script = `printf 'ready a\\303'; ${gate.wait}; printf '\\244b'`
    const first = await started(id, script)
    expect(first.printed.text).toBe('ready a')
    gate.open()
    const rest = await readToTheEnd(id, 1)
    expect(rest.map(({ printed }) => printed.text).join('')).toBe('äb')
  })

  test('the last lines can be read again and again, without counting as read', async () => {
    const id = freshConversation()
    await started(id, 'seq 1 100; echo ready; sleep 60')
    expect(supervisor.jobs.lastLines(id, 1, 2)).toBe('100\nready')
    expect(supervisor.jobs.lastLines(id, 1, 2)).toBe('100\nready')
    await supervisor.jobs.stop(id, 1)
  })

  test('a stopped job keeps its last output and its end until they are read', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    await started(id, `echo ready; ${gate.wait}; echo more; sleep 60`)
    gate.open()
    await until(() => supervisor.jobs.lastLines(id, 1, 1) === 'more')
    await supervisor.jobs.stop(id, 1)
    expect(supervisor.jobs.news(id)).toMatchObject([{ phase: { type: 'ended', by: 'model' } }])
    const look = await supervisor.jobs.look({ conversationId: id, number: 1 }, NOW)
    expect(look).toMatchObject({ phase: { type: 'ended' }, printed: { text: 'more\n' } })
    expect(supervisor.jobs.names(id)).toEqual([])
  })

  test('of much new output the first and the last 16 KB are returned, and the rest counted', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    await started(id, `echo ready; ${gate.wait}; seq 1 100000; sleep 60`)
    gate.open()
    await until(() => supervisor.jobs.lastLines(id, 1, 1) === '100000')
    const look = await supervisor.jobs.look({ conversationId: id, number: 1 }, NOW)
    expect(look?.printed.bytes).toBe(588_895)
    expect(look?.printed.text).toMatch(/^1\n2\n/)
    expect(look?.printed.text).toMatch(/100000\n$/)
    expect(look?.printed.text).toContain('bytes left out')
    expect(Buffer.byteLength(look?.printed.text ?? '')).toBeLessThan(33 * 1024)
    await supervisor.jobs.stop(id, 1)
  })

  test('a waiting look returns with the first new output, or when its call is cancelled, which ends no job', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    await started(id, `echo ready; ${gate.wait}; echo news; sleep 60`)
    const look = supervisor.jobs.look({ conversationId: id, number: 1 }, SOON)
    gate.open()
    expect((await look)?.printed.text).toBe('news\n')
    const stop = new AbortController()
    const waiting = supervisor.jobs.look(
      { conversationId: id, number: 1 },
      { limitMs: 60_000, signal: stop.signal },
    )
    stop.abort()
    expect(await waiting).toBeNull()
    expect(supervisor.jobsOf(id)).toMatchObject([{ phase: { type: 'running' } }])
    await supervisor.jobs.stop(id, 1)
  })

  test('the fifth job is refused with a list of the four that run; another conversation may start one', async () => {
    const id = freshConversation()
    const other = freshConversation()
    const seconds = uniqueSleep()
    const four = [1, 2, 3, 4].map((each) =>
      started(id, `echo ready; sleep ${seconds}; true ${each}`),
    )
    await Promise.all(four)
    const fifth = await begin(id, 'touch never')
    expect(fifth).toMatchObject({ type: 'full', running: [{ number: 1 }, {}, {}, { number: 4 }] })
    await started(other, `echo ready; sleep ${seconds}`)
    await supervisor.jobs.stop(id, 2)
    expect(await started(id, `echo ready; sleep ${seconds}`)).toMatchObject({ number: 5 })
    supervisor.forgetJobs(id)
    supervisor.forgetJobs(other)
    await until(() => aliveWith(seconds).length === 0)
  })

  test('a job whose call is stopped before its start is answered is ended and not kept', async () => {
    const id = freshConversation()
    const seconds = uniqueSleep()
    const stop = new AbortController()
    const start = begin(id, `sleep ${seconds}`, { signal: stop.signal })
    await until(() => aliveWith(seconds).length > 0)
    stop.abort()
    expect(await start).toEqual({ type: 'aborted' })
    expect(aliveWith(seconds)).toEqual([])
    expect(supervisor.jobsOf(id)).toEqual([])
  })

  test('neither the end of other calls nor other conversations end a job', async () => {
    const id = freshConversation()
    const other = freshConversation()
    const seconds = uniqueSleep()
    await started(id, `echo ready; sleep ${seconds}`)
    await supervisor.run(requestOf('sleep 60 & echo done', { conversationId: id }))
    await supervisor.run(requestOf('true', { conversationId: id }))
    const others = uniqueSleep()
    await started(other, `echo ready; sleep ${others}`)
    supervisor.endJobs(other)
    supervisor.forgetJobs(other)
    await until(() => aliveWith(others).length === 0)
    expect(aliveWith(seconds)).not.toEqual([])
    await supervisor.jobs.stop(id, 1)
  })

  test('clients are notified when a job begins, prints and ends', async () => {
    const id = freshConversation()
    const seen: string[] = []
    supervisor.onJobsChanged((changed) => {
      if (changed !== id) return
      const [job] = supervisor.jobsOf(id)
      seen.push(job === undefined ? 'none' : `${job.phase.type} ${job.lastLines}`)
    })
    const gate = new Gate(data.path)
    await started(id, `echo ready; ${gate.wait}; echo one; sleep 60`)
    gate.open()
    await until(() => seen.includes('running ready\none'))
    await supervisor.jobs.stop(id, 1)
    await supervisor.jobs.look({ conversationId: id, number: 1 }, NOW)
    expect(seen[0]).toBe('running ')
    expect(seen).toContain('ending ready\none')
    expect(seen.at(-1)).toBe('none')
  })

  test('a job that cannot start gives a sentence, and leaves nothing', async () => {
    const id = freshConversation()
    const start = await begin(id, 'true', { folder: '/no/such/folder' })
    expect(start).toMatchObject({ type: 'notStarted', reason: expect.stringContaining('/no/such') })
    expect(supervisor.jobs.names(id)).toEqual([])
  })

  test('a supervisor that has closed starts none', async () => {
    using own = temporaryFolder()
    const closed = supervisorOn(own.path)
    await closed.close()
    const mark = join(own.path, 'mark')
    expect(await closed.jobs.start(requestOf(`touch ${shellQuote(mark)}`))).toEqual({
      type: 'aborted',
    })
    expect(existsSync(mark)).toBe(false)
  })

  test('starts that throw keep no place', async () => {
    const records = { markOver: throwing, remove: throwing }
    const unused = { now: () => 0, end: throwing, tidyUp: throwing, firstLook: throwing, records }
    const table = new JobTable({ ...unused, isReady: always, start: throwing })
    const request = requestOf('true', { conversationId: freshConversation() })
    for (let each = 0; each <= MAX_JOBS; each += 1)
      await expect(table.start(request)).rejects.toThrow('a bug')
  })

  test('a job is recorded under the number that the model is told, even if a start next to it fails', async () => {
    const id = freshConversation()
    const [failed, start] = await Promise.all([
      begin(id, 'true', { folder: '/no/such/folder' }),
      begin(id, 'echo ready; sleep 60'),
    ])
    expect(failed.type).toBe('notStarted')
    const records = createRunRecords(data.path).readAll()
    const recorded = records.find(({ conversationId }) => conversationId === id)
    expect(start).toMatchObject({ type: 'started', job: { number: recorded?.job?.number } })
    supervisor.forgetJobs(id)
  })

  test('a listener that throws on output ends nothing', async () => {
    const id = freshConversation()
    const faults: unknown[] = []
    onTestFinished(onFault(({ error }) => void faults.push(error)))
    const start = await begin(id, 'echo ready; sleep 60', { onOutput: throwing })
    expect(start).toMatchObject({ type: 'started', job: { printed: { text: 'ready\n' } } })
    await supervisor.jobs.stop(id, 1)
    expect(faults.length).toBeGreaterThan(0)
  })
})
