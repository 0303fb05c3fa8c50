import { expect, test } from 'vitest'
import { BackgroundJob } from '../../../shared/conversation/background-job.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { child, delegating, idOf, submit } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const JOB = BackgroundJob.parse({
  callId: 'm2.0',
  workId: 'w1',
  number: 1,
  command: 'npm run dev',
  since: 1,
  phase: { type: 'running' },
  lastLines: 'listening',
})

test('Stop ends the turn but no job, and does nothing at rest', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('sleep 9')
  await world.time.settle()
  const answers: string[] = []
  world.registry.stop(ID, ({ type }) => answers.push(type))
  await world.time.advance(1_000)
  expect(world.state).toMatchObject({ type: 'idle' })
  world.registry.stop(ID, ({ type }) => answers.push(type))
  expect(answers).toEqual(['accepted', 'refused'])
  expect(world.ended).toEqual([])
})

test('Stop for a missing conversation says so', () => {
  const world = new World()
  expect(world.registry.stop('nobody' as ConversationId, () => {})).toBeNull()
  expect(world.ended).toEqual([])
})

test('a message that replaces a turn ends no job', async () => {
  const world = new World()
  await world.send('Go')
  expect(world.sendNow('Rather this', undefined, 'interrupt')).toEqual({ type: 'accepted' })
  await world.time.settle()
  expect(world.ended).toEqual([])
})

test('neither the end of a turn nor releasing a conversation ends a job, and opening it again shows the job', async () => {
  const world = new World()
  world.processes.jobsOf = (id) => (id === ID ? [JOB] : [])
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  world.client.leave(ID)
  await world.time.settle()
  expect(world.registry.live(ID)).toBeNull()
  expect(world.ended).toEqual([])
  const opened = await world.request('conversation.open', { conversationId: ID })
  expect(opened).toMatchObject({ ok: true, value: { jobs: [JOB] } })
})

test('a sub-agent that has ended leaves no job behind, its parent keeps its own', async () => {
  const world = await delegating('Look', 'Listen')
  const [first, second] = [child(world, 0), child(world, 1)]
  await submit(world, first, 'Seen')
  expect(world.ended).toEqual([`all of ${idOf(first)}`])
  await submit(world, second, 'Heard')
  expect(world.ended).toEqual([`all of ${idOf(first)}`, `all of ${idOf(second)}`])
})

test('T57 the jobs of a sub-agent are ended by the order to stop it', async () => {
  const world = await delegating('Look')
  const only = idOf(child(world, 0))
  world.cancel()
  expect(world.ended).toContain(`jobs of ${only}`)
  await world.time.advance(1_000)
  expect(world.ended).toContain(`all of ${only}`)
})

test("a person's Stop of a sub-agent ends its jobs, not those of its parent", async () => {
  const world = await delegating('Look')
  const only = idOf(child(world, 0))
  world.registry.stop(only, () => {})
  expect(world.ended.toSorted()).toEqual([`all of ${only}`, `jobs of ${only}`])
})

test('the list counts running jobs, even of a conversation that nobody has open', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  world.client.leave(ID)
  await world.time.settle()
  const counts = (): readonly number[] =>
    world.events.flatMap((event) => (event.type === 'list.changed' ? [event.summary.jobs] : []))
  const before = counts().length
  const job = (phase: object): BackgroundJob => BackgroundJob.parse({ ...JOB, phase })
  const shows = (...jobs: readonly BackgroundJob[]): void => {
    world.processes.jobsOf = (id) => (id === ID ? jobs : [])
    world.registry.rows.jobsChanged(ID)
  }
  shows(JOB)
  shows({ ...JOB, lastLines: 'more' })
  shows(JOB, job({ type: 'ending' }))
  expect(world.registry.rows.all()).toMatchObject([{ jobs: 2 }])
  shows(job({ type: 'exited', code: 0, at: 2 }))
  expect(counts().slice(before)).toEqual([1, 2, 0])
})

test('quitting warns about a conversation at rest with a running job', async () => {
  const world = new World()
  await world.send('Serve it')
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.registry.rows.working()).toEqual([])
  world.processes.jobsOf = () => [JOB]
  expect(world.registry.rows.working()).toMatchObject([{ title: 'Serve it' }])
  const ended = { ...JOB, phase: { type: 'exited', code: 0, at: 2 } } as const
  world.processes.jobsOf = () => [ended]
  expect(world.registry.rows.working()).toEqual([])
})

test('End process works on a job as it does on an orphan', async () => {
  const world = new World()
  await world.request('process.end', { conversationId: ID, workId: 'w1' as WorkId })
  expect(world.ended).toEqual(['w1'])
})
