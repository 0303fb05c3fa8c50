import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CommandScene, eventsOf } from './command-scene.ts'
import { bash, call, spawn, text } from './fake-model-server/parts.ts'
import { message, refusal, stallAfter } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { NO_SANDBOX, expectNone, uniqueSleep } from './support/unique-sleep.ts'

const scene = CommandScene.forEach()

test('only the answer goes to standard output, progress to standard error; the conversation is kept and can be continued', async () => {
  scene.model.enqueue(
    message([text('I look.'), bash('echo seen')]),
    message([text('All\tis well.\u202E')]),
  )
  const first = scene.phoenix(['run', 'How', 'is it?', '--permissions', 'auto'])
  expect(await first.left).toBe(0)
  expect(first.out).toBe('All\tis well.\u202E\n')
  expect(first.err).toContain('I look.\nbash: echo seen\n  exit 0')
  const [id = '', , state, , title] = (await scene.outOf('list')).split(/[\t\n]/)
  expect([state, title]).toEqual(['Idle', 'How is it?'])

  scene.model.enqueue(message([text('Still.')]))
  const second = scene.phoenix(['run', '-', '--resume', id.slice(0, 8)], 'And now?')
  expect([await second.left, second.out]).toEqual([0, 'Still.\n'])
  expect(JSON.stringify(scene.model.requests.at(-1)?.body)).toContain('How is it?')

  const shown = await scene.outOf('show', id)
  expect(shown).toContain('And now?')
  expect(shown).toContain('**bash** `echo seen`')
  const out = join(freshFolder('out'), 'it.json')
  await scene.outOf('export', id, '--format', 'json', '--out', out)
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    format: 'phoenix-conversation',
    title: 'How is it?',
  })
  expect(await scene.outOf('export', id)).toContain('seen')
  expect(await scene.outOf('search', 'still')).toContain(id)
  for (const args of [['verify'], ['verify', id]]) {
    const verify = scene.phoenix(args)
    expect([await verify.left, verify.out, verify.err]).toEqual([
      0,
      '',
      expect.stringContaining('all equal'),
    ])
  }
  const doctor = await scene.outOf('doctor')
  expect(doctor).toContain('with a key from the environment')
  expect(doctor).not.toContain(scene.model.key)
  expect(JSON.parse(await scene.outOf('doctor', '--json'))).toHaveProperty('findings.0.state', 'ok')
})

test('--permissions applies to that run: new conversations begin as before', async () => {
  scene.model.enqueue(message([text('Yes.')]), message([text('Yes.')]))
  expect(await scene.phoenix(['run', 'One', '--permissions', 'auto']).left).toBe(0)
  const next = scene.phoenix(['run', 'Two', '--json'])
  expect(await next.left).toBe(0)
  expect(eventsOf(next)[0]).toMatchObject({ type: 'started', permissions: 'ask', host: 'own' })
})

test('--json prints one event per line, each as in the schema, the last with the exit code', async () => {
  scene.model.enqueue(
    message([text('I look.'), bash('echo seen')]),
    refusal(529, { type: 'overloaded_error', message: 'Overloaded' }),
    message([text('Done.', 2)]),
  )
  const command = scene.phoenix(['run', 'Go', '--json', '--permissions', 'auto'])
  expect(await command.left).toBe(0)
  const events = eventsOf(command)
  const types = events.map(({ type }) => type).filter((type) => type !== 'delta')
  expect(types).toEqual([
    'started',
    'reply',
    'callStarted',
    'callEnded',
    'retrying',
    'reply',
    'ended',
  ])
  expect(events.at(-1)).toMatchObject({ outcome: 'done', exitCode: 0 })
  expect(events.find(({ type }) => type === 'callEnded')).toMatchObject({
    outcome: 'ok',
    text: expect.stringContaining('seen'),
  })
})

test('without a terminal, calls that need approval are refused with a reason that the model reads, and the exit code says so', async () => {
  scene.model.enqueue(
    message([bash('echo no'), call('ask_user', { question: 'Which?' })]),
    message([text('Then not.')]),
  )
  const command = scene.phoenix(['run', 'Go', '--permissions', 'ask'])
  expect([await command.left, command.out]).toEqual([3, 'Then not.\n'])
  expect(JSON.stringify(scene.model.requests[1]?.body)).toContain('Nobody can be asked')
  expect(JSON.stringify(scene.model.requests[1]?.body)).toContain('Nobody could be asked.')
})

test('a failed turn, a time limit and wrong arguments each have an exit code and a sentence', async () => {
  scene.model.respond(() => refusal(401, { type: 'authentication_error', message: 'no' }))
  const refused = scene.phoenix(['run', 'Go'])
  expect([await refused.left, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(/key/)
  scene.model.respond(() => stallAfter(message([text('Slow', 4)]), 4))
  const slow = scene.phoenix(['run', 'Go', '--timeout', '1s'])
  expect(await slow.left).toBe(4)
  expect(slow.err).toContain('--timeout is up')
  const wrongWords = [
    'run',
    'run x --nothing',
    'walk',
    'help walk',
    'show',
    'run x --timeout soon',
    'token walk',
    'token create',
    'token create x --scopes all',
    'token list x',
  ]
  for (const words of wrongWords) {
    const wrong = scene.phoenix(words.split(' '))
    expect([await wrong.left, wrong.out]).toEqual([2, ''])
    expect(wrong.err).toMatch(/\.\n$/)
  }
  const absent = scene.phoenix(['show', 'nothing'])
  expect([await absent.left, absent.err]).toEqual([
    1,
    expect.stringContaining('There is no conversation'),
  ])
})

test('Ctrl+C stops the turn like Stop, with its processes, and exits with 130', async () => {
  const sleep = uniqueSleep()
  scene.model.enqueue(message([bash(sleep)]))
  const command = scene.phoenix(['run', 'Wait', '--permissions', 'auto'])
  await command.says('bash: sleep')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  command.child.kill('SIGINT')
  expect(await command.left).toBe(130)
  await expectNone(sleep)
  expect(await scene.outOf('list')).toContain('\tUnfinished\t')
})

test('kill -9 leaves nothing running, and the conversation at rest', async () => {
  const sleep = uniqueSleep()
  scene.environment = { ...scene.environment, ...NO_SANDBOX }
  scene.model.enqueue(message([bash(`setsid ${sleep} & ${sleep}`)]))
  const command = scene.phoenix(['run', 'Wait', '--permissions', 'auto'])
  await command.says('bash:')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  command.child.kill('SIGKILL')
  await command.left
  await expectNone(sleep)
  expect(await scene.outOf('list')).toContain('\tUnfinished\t')
  expect(await scene.phoenix(['verify']).left).toBe(0)
})

test('a closed output ends it with code 0, and the turn with it', async () => {
  const sleep = uniqueSleep()
  scene.model.enqueue(message([text('First.'), bash(sleep)]))
  const command = scene.phoenix(['run', 'Go', '--json', '--permissions', 'auto'])
  await once(command.child.stdout ?? command.child, 'data')
  command.child.stdout?.destroy()
  expect(await command.left).toBe(0)
  await expectNone(sleep)
  expect(await scene.outOf('list')).toContain('\tUnfinished\t')
})

test.each([
  ['in the sandbox, where the data folder is empty', {}, 'no door'],
  ['outside, where it is: the attempt is a real one', NO_SANDBOX, 'a door'],
])('a command of the agent looks for the socket %s', async (_where, sandbox, found) => {
  scene.environment = { ...scene.environment, ...sandbox }
  // The sandbox has its own /tmp, in which everything would be hidden.
  scene.dataFolder = mkdtempSync(join(homedir(), '.phoenix-e2e-door-'))
  onTestFinished(() => rmSync(scene.dataFolder, { recursive: true, force: true }))
  const look = `[ -S ${scene.dataFolder}/phoenix.sock ] && echo a door || echo no door; ls ${scene.dataFolder} | wc -l`
  scene.model.enqueue(message([bash(look)]), message([text('Done.')]))
  const command = scene.phoenix(['run', 'Look', '--json', '--permissions', 'auto'])
  expect([await command.left, command.err]).toEqual([0, ''])
  expect(eventsOf(command).find(({ type }) => type === 'callEnded')).toMatchObject({
    outcome: 'ok',
    text: expect.stringContaining(found),
  })
})

test("a sub-agent's request for approval is refused in the same way, and the turn continues", async () => {
  scene.model.respond((body) => {
    const said = JSON.stringify(body)
    if (said.includes('Nobody can be asked')) return message([text('I could not.')])
    if (said.includes('The task of the child') && !said.includes('spawn_agents","input'))
      return message([bash('echo child')])
    return said.includes('tool_result')
      ? message([text('All over.')])
      : message([spawn('The task of the child')])
  })
  const command = scene.phoenix([
    'run',
    'Delegate',
    '--json',
    '--permissions',
    'ask',
    '--timeout',
    '60s',
  ])
  expect([await command.left, command.err]).toEqual([3, ''])
  const events = eventsOf(command)
  const [started] = events
  const asked = events.filter(({ type }) => type === 'asked')
  expect(asked).toMatchObject([{ what: 'approval', answer: 'deny', by: 'nobody' }])
  expect(asked).not.toMatchObject([
    { conversationId: started?.type === 'started' ? started.conversationId : '' },
  ])
})
