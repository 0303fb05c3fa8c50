import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { RunEvent } from '../src/shared/conversation/run-event.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import { BenchClient } from '../bench/client.ts'
import { Command } from './support/command.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { bash, call, spawn, text } from './fake-model-server/parts.ts'
import { message, refusal, stallAfter } from './fake-model-server/replies.ts'
import { freshFolder, Host } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { BARE, expectNone, uniqueSleep } from './support/sleepers.ts'

let model: FakeModelServer
let dataFolder: string
let environment: Record<string, string>
const hosts: Host[] = []
const commands: Command[] = []

beforeEach(async () => {
  model = await startFakeModelServer()
  dataFolder = freshFolder('data')
  environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
})

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop()
  for (const command of commands.splice(0)) {
    command.child.kill('SIGKILL')
    await command.left
  }
  await model.close()
})

function phoenix(...args: readonly string[]): Command {
  const command = new Command(args, { dataFolder, environment })
  commands.push(command)
  return command
}

async function appBeside(): Promise<Host> {
  const host = await Host.start({ dataFolder, environment })
  hosts.push(host)
  return host
}

const eventsOf = ({ out }: Command): readonly RunEvent[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => RunEvent.parse(JSON.parse(line)))

async function outOf(...args: readonly string[]): Promise<string> {
  const command = phoenix(...args)
  expect([await command.left, command.err]).toEqual([0, expect.any(String)])
  return command.out
}

test('only the answer goes to standard output, progress to standard error; the conversation is kept and can be continued', async () => {
  model.enqueue(
    message([text('I look.'), bash('echo seen')]),
    message([text('All\tis well.\u202E')]),
  )
  const first = phoenix('run', 'How', 'is it?', '--permissions', 'auto')
  expect(await first.left).toBe(0)
  expect(first.out).toBe('All\tis well.\u202E\n')
  expect(first.err).toContain('I look.\nbash: echo seen\n  exit 0')
  const [id = '', , state, , title] = (await outOf('list')).split(/[\t\n]/)
  expect([state, title]).toEqual(['Idle', 'How is it?'])

  model.enqueue(message([text('Still.')]))
  const second = new Command(['run', '-', '--resume', id.slice(0, 8)], {
    dataFolder,
    environment,
    input: 'And now?',
  })
  commands.push(second)
  expect([await second.left, second.out]).toEqual([0, 'Still.\n'])
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('How is it?')

  const shown = await outOf('show', id)
  expect(shown).toContain('And now?')
  expect(shown).toContain('**bash** `echo seen`')
  const out = join(freshFolder('out'), 'it.json')
  await outOf('export', id, '--format', 'json', '--out', out)
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    format: 'phoenix-conversation',
    title: 'How is it?',
  })
  expect(await outOf('export', id)).toContain('seen')
  expect(await outOf('search', 'still')).toContain(id)
  for (const args of [['verify'], ['verify', id]]) {
    const verify = phoenix(...args)
    expect([await verify.left, verify.out, verify.err]).toEqual([
      0,
      '',
      expect.stringContaining('all equal'),
    ])
  }
  const doctor = await outOf('doctor')
  expect(doctor).toContain('with a key from the environment')
  expect(doctor).not.toContain(model.key)
  expect(JSON.parse(await outOf('doctor', '--json'))).toHaveProperty('findings.0.state', 'ok')
})

test('--permissions applies to that run: new conversations begin as before', async () => {
  model.enqueue(message([text('Yes.')]), message([text('Yes.')]))
  expect(await phoenix('run', 'One', '--permissions', 'auto').left).toBe(0)
  const next = phoenix('run', 'Two', '--json')
  expect(await next.left).toBe(0)
  expect(eventsOf(next)[0]).toMatchObject({ type: 'started', permissions: 'ask', host: 'own' })
})

test('--json prints one event per line, each as in the schema, the last with the exit code', async () => {
  model.enqueue(
    message([text('I look.'), bash('echo seen')]),
    refusal(529, { type: 'overloaded_error', message: 'Overloaded' }),
    message([text('Done.', 2)]),
  )
  const command = phoenix('run', 'Go', '--json', '--permissions', 'auto')
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
  model.enqueue(
    message([bash('echo no'), call('ask_user', { question: 'Which?' })]),
    message([text('Then not.')]),
  )
  const command = phoenix('run', 'Go', '--permissions', 'ask')
  expect([await command.left, command.out]).toEqual([3, 'Then not.\n'])
  expect(JSON.stringify(model.requests[1]?.body)).toContain('Nobody can be asked')
})

test('a failed turn, a time limit and wrong arguments each have an exit code and a sentence', async () => {
  model.respond(() => refusal(401, { type: 'authentication_error', message: 'no' }))
  const refused = phoenix('run', 'Go')
  expect([await refused.left, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(/key/)
  model.respond(() => stallAfter(message([text('Slow', 4)]), 4))
  const slow = phoenix('run', 'Go', '--timeout', '1s')
  expect(await slow.left).toBe(4)
  expect(slow.err).toContain('--timeout is up')
  const wrongWords = ['run', 'run x --nothing', 'walk', 'show', 'run x --timeout soon']
  for (const words of wrongWords) {
    const wrong = phoenix(...words.split(' '))
    expect([await wrong.left, wrong.out]).toEqual([2, ''])
    expect(wrong.err).toMatch(/\.\n$/)
  }
  const absent = phoenix('show', 'nothing')
  expect([await absent.left, absent.err]).toEqual([
    1,
    expect.stringContaining('There is no conversation'),
  ])
})

test('Ctrl+C stops the turn like Stop, with its processes, and exits with 130', async () => {
  const sleep = uniqueSleep()
  model.enqueue(message([bash(sleep)]))
  const command = phoenix('run', 'Wait', '--permissions', 'auto')
  await command.says('bash: sleep')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  command.child.kill('SIGINT')
  expect(await command.left).toBe(130)
  await expectNone(sleep)
  expect(await outOf('list')).toContain('\tUnfinished\t')
})

test('kill -9 leaves nothing running, and the conversation at rest', async () => {
  const sleep = uniqueSleep()
  environment = { ...environment, ...BARE }
  model.enqueue(message([bash(`setsid ${sleep} & ${sleep}`)]))
  const command = phoenix('run', 'Wait', '--permissions', 'auto')
  await command.says('bash:')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  command.child.kill('SIGKILL')
  await command.left
  await expectNone(sleep)
  expect(await outOf('list')).toContain('\tUnfinished\t')
  expect(await phoenix('verify').left).toBe(0)
})

test('a closed output ends it with code 0, and the turn with it', async () => {
  const sleep = uniqueSleep()
  model.enqueue(message([text('First.'), bash(sleep)]))
  const command = phoenix('run', 'Go', '--json', '--permissions', 'auto')
  await once(command.child.stdout ?? command.child, 'data')
  command.child.stdout?.destroy()
  expect(await command.left).toBe(0)
  await expectNone(sleep)
  expect(await outOf('list')).toContain('\tUnfinished\t')
})

test('next to the app, the app does the work through its local socket, and shows it; neither disturbs the other', async () => {
  const app = await appBeside()
  model.enqueue(message([bash('echo $PPID')]), message([text('By you.')]))
  const command = phoenix('run', 'Who?', '--json', '--permissions', 'auto')
  expect(await command.left).toBe(0)
  expect(eventsOf(command)[0]).toMatchObject({ host: 'running' })
  expect(statSync(join(dataFolder, 'phoenix.sock')).mode & 0o777).toBe(0o600)
  expect(await outOf('doctor')).toContain('Phoenix is running with this data folder')
  await app.stop()
  expect(await outOf('list')).toContain('Who?')
})

test('if its conversation is deleted in the app during the work, the command says so and ends', async () => {
  const app = await appBeside()
  const client = await BenchClient.connect(app.address)
  const sleep = uniqueSleep()
  model.enqueue(message([bash(sleep)]))
  const command = phoenix('run', 'Wait', '--permissions', 'auto')
  await command.says('bash: sleep')
  const [row] = (await client.request('app.open', {})).conversations
  await client.request('conversation.delete', { conversationId: row?.id as ConversationId })
  client.close()
  expect(await command.left).toBe(1)
  expect(command.err).toContain('This conversation was deleted.')
  await expectNone(sleep)
})

test('if the host dies during the work, the command says so and ends', async () => {
  const app = await appBeside()
  const sleep = uniqueSleep()
  model.enqueue(message([bash(sleep)]))
  const command = phoenix('run', 'Wait', '--permissions', 'auto')
  await command.says('bash: sleep')
  await app.kill()
  expect(await command.left).toBe(1)
  expect(command.err).toContain('Phoenix quit while it was working.')
  await expectNone(sleep)
})

test('several at once: one does the work for all, and ends when the last of them has left', async () => {
  const sleep = uniqueSleep()
  model.respond((body) =>
    JSON.stringify(body).includes('Slow')
      ? JSON.stringify(body).includes('tool_result')
        ? message([text('Slowly done.')])
        : message([bash(`${sleep} & sleep 3; kill %1`)])
      : message([text('Quickly done.')]),
  )
  const quick = phoenix('run', 'Quick')
  const slow = phoenix('run', 'Slow', '--permissions', 'auto')
  const lists = [phoenix('list'), phoenix('list')]
  for (const command of [quick, slow, ...lists])
    expect([await command.left, command.err]).toEqual([0, expect.any(String)])
  expect([quick.out, slow.out]).toEqual(['Quickly done.\n', 'Slowly done.\n'])
  await expectNone(sleep)
})

test('a foreign file in place of the socket is not contacted', async () => {
  writeFileSync(join(dataFolder, 'phoenix.sock'), 'a file')
  model.enqueue(message([text('Alone.')]))
  const command = phoenix('run', 'Go')
  expect([await command.left, command.out]).toEqual([0, 'Alone.\n'])
})

test.each([
  ['in the sandbox, where the data folder is empty', {}, 'no door'],
  ['outside, where it is: the attempt is a real one', BARE, 'a door'],
])('a command of the agent looks for the socket %s', async (_where, sandbox, found) => {
  environment = { ...environment, ...sandbox }
  // The sandbox has its own /tmp, in which everything would be hidden.
  dataFolder = mkdtempSync(join(homedir(), '.phoenix-e2e-door-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const look = `[ -S ${dataFolder}/phoenix.sock ] && echo a door || echo no door; ls ${dataFolder} | wc -l`
  model.enqueue(message([bash(look)]), message([text('Done.')]))
  const command = phoenix('run', 'Look', '--json', '--permissions', 'auto')
  expect([await command.left, command.err]).toEqual([0, ''])
  expect(eventsOf(command).find(({ type }) => type === 'callEnded')).toMatchObject({
    outcome: 'ok',
    text: expect.stringContaining(found),
  })
})

test("a sub-agent's request for approval is refused in the same way, and the turn continues", async () => {
  model.respond((body) => {
    const said = JSON.stringify(body)
    if (said.includes('Nobody can be asked')) return message([text('I could not.')])
    if (said.includes('The task of the child') && !said.includes('spawn_agents","input'))
      return message([bash('echo child')])
    return said.includes('tool_result')
      ? message([text('All over.')])
      : message([spawn('The task of the child')])
  })
  const command = phoenix('run', 'Delegate', '--json', '--permissions', 'ask', '--timeout', '60s')
  expect([await command.left, command.err]).toEqual([3, ''])
  const events = eventsOf(command)
  const [started] = events
  const asked = events.filter(({ type }) => type === 'asked')
  expect(asked).toMatchObject([{ what: 'approval', answer: 'deny', by: 'nobody' }])
  expect(asked).not.toMatchObject([
    { conversationId: started?.type === 'started' ? started.conversationId : '' },
  ])
})
