import { expect, test } from 'vitest'
import { ownEndIn, type Self, THIS_PROGRAM } from './own-end.ts'
import { requestOf, supervisorOn, temporaryFolder } from '../supervisor-fixture.ts'

const SELF: Self = { pid: 4_711, name: 'node', commandLine: '/opt/node/bin/node /app/out/main.js' }

test.each([
  'kill 4711',
  'kill -9 4711',
  'sleep 1; sudo kill -TERM "4711" || true',
  'kill -9 -4711',
  'kill -9 -1',
  'kill -- -1',
  'killall node',
  'killall -9 node',
  '/usr/bin/pkill node',
  'pkill -9 nod',
  "pkill -f 'out/main'",
  'pkill -x node',
  'pkill -f "node .*main"',
  'pkill "node$"',
  'pkill -HUP node',
  'kill $(pgrep node)',
  'kill -9 `pidof node`',
  'pgrep -f main.js | xargs kill',
  'cd server && npm test & pkill node',
])('refused, because it would end Phoenix: %s', (command) => {
  expect(ownEndIn(command, SELF)).toContain('Phoenix itself (process 4711, node)')
})

test.each([
  'kill 47110',
  'kill -1 123',
  'kill -0 4711',
  'kill %1',
  'echo 4711',
  'killall nodemon',
  'pkill -x nod',
  'pkill -f vite',
  'pkill "["',
  'pkill -P $$',
  'pkill -TERM -P 4700 node',
  'pkill -P4700 node',
  'pkill $$',
  'pgrep node',
  'pidof node',
  'echo done | grep kill',
  'skill node',
])('run unchanged: %s', (command) => {
  expect(ownEndIn(command, SELF)).toBeNull()
})

test('a pattern that could take forever is not searched for', () => {
  const self = { ...SELF, commandLine: 'x'.repeat(500) }
  expect(ownEndIn(`pkill -f ${'.*'.repeat(30)}y`, self)).toBeNull()
})

test('a script of many lines takes time in proportion to its length', () => {
  const began = process.cpuUsage()
  expect(ownEndIn(`${'\n'.repeat(60_000)}kill ${SELF.pid}`, SELF)).toContain('Phoenix itself')
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})

test('outside a sandbox such a command does not start, and the reason reaches the agent', async () => {
  using data = temporaryFolder()
  const supervisor = supervisorOn(data.path)
  // A signal without an effect, should it be sent.
  const outcome = await supervisor.run(requestOf(`kill -CONT ${process.pid}`))
  expect(outcome).toEqual({
    type: 'notStarted',
    reason: ownEndIn(`kill ${process.pid}`, THIS_PROGRAM),
  })
  await supervisor.close()
})
