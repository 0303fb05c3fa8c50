import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { methods } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { runAcpx, setUpAcp } from './support/acp-client.ts'
import { BenchClient } from '../bench/client.ts'
import { Command } from './support/command.ts'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message, refusal, stallAfter } from './fake-model-server/replies.ts'
import { Host } from './support/host.ts'
import { CallId, ConversationId } from '../src/shared/ids.ts'
import { processesWith } from './support/processes.ts'
import { NO_SANDBOX, expectNone, uniqueSleep } from './support/unique-sleep.ts'

/** A picture of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const acp = setUpAcp()

async function outOf(...args: readonly string[]): Promise<string> {
  const command = new Command(args, acp())
  expect([await command.left, command.err]).toEqual([0, expect.any(String)])
  return command.out
}

test('a prompt runs with plan, approval and diff, and the conversation appears in the app', async () => {
  const client = await acp().editor({ choose: ({ options }) => options[0]?.optionId ?? null })
  const { sessionId, modes } = await client.newSession(acp().cwd)
  expect(modes?.availableModes.map(({ id }) => id)).toContain('acceptEdits')
  await client.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'ask' })
  const todos = [{ content: 'Write it', status: 'in_progress' }]
  acp().model.enqueue(
    message([
      text('I write it.', 2),
      call('todo_write', { todos }),
      call('write_file', { path: 'a.txt', content: 'one\n' }),
    ]),
    message([text('Done.', 2)]),
  )
  expect(await client.prompt(sessionId, 'Write a.txt')).toEqual({ stopReason: 'end_turn' })
  expect(readFileSync(join(acp().cwd, 'a.txt'), 'utf8')).toBe('one\n')
  expect(client.said()).toBe('I write it.Done.')
  expect(client.of('plan')[0]?.entries).toMatchObject(todos)
  const [asked] = client.permissionRequests
  expect(asked?.toolCall.kind).toBe('edit')
  expect(JSON.stringify(asked?.toolCall.content)).toContain('+one')
  const [made] = client.of('tool_call')
  expect(made).toMatchObject({
    name: 'write_file',
    locations: [{ path: join(acp().cwd, 'a.txt') }],
  })
  const ended = client.of('tool_call_update').filter(({ status }) => status === 'completed')
  expect(ended.find(({ toolCallId }) => toolCallId === made?.toolCallId)?.content).toContainEqual({
    type: 'diff',
    path: join(acp().cwd, 'a.txt'),
    oldText: null,
    newText: 'one\n',
  })
  const { sessions } = await client.agent.request(methods.agent.session.list, { cwd: acp().cwd })
  expect(sessions).toMatchObject([{ sessionId, cwd: acp().cwd, title: 'Write a.txt' }])
  expect(await client.close()).toBe(0)
  expect(await outOf('show', sessionId)).toContain('Write a.txt')
})

test('a denial reaches the model, and a question is answered by a form', async () => {
  const client = await acp().editor({
    choose: ({ options }) => options.at(-1)?.optionId ?? null,
    capabilities: { elicitation: { form: {} } },
    fill: () => ({ choice: '1', words: 'with care' }),
  })
  const { sessionId } = await client.newSession(acp().cwd)
  await client.agent.request(methods.agent.session.setConfigOption, {
    sessionId,
    configId: 'mode',
    value: 'ask',
  })
  acp().model.enqueue(
    message([
      bash('touch made'),
      call('ask_user', { question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] }),
    ]),
    message([text('Blue then.')]),
  )
  await client.prompt(sessionId, 'Go')
  const sent = JSON.stringify(acp().model.requests[1]?.body)
  expect(sent).toContain('Blue')
  expect(sent).toContain('with care')
  expect(client.of('tool_call_update').some(({ status }) => status === 'failed')).toBe(true)
})

test('pictures and embedded files reach the model', async () => {
  const client = await acp().editor()
  const { sessionId } = await client.newSession(acp().cwd)
  acp().model.enqueue(message([text('Seen.')]))
  await client.prompt(
    sessionId,
    'Look at',
    { type: 'image', mimeType: 'image/png', data: PNG },
    {
      type: 'resource',
      resource: { uri: `file://${acp().cwd}/notes.md`, text: 'the hidden word' },
    },
    { type: 'resource_link', name: 'b.ts', uri: `file://${acp().cwd}/b%20c.ts#L7` },
  )
  const sent = JSON.stringify(acp().model.requests[0]?.body)
  expect(sent).toContain('"image/png"')
  expect(sent).toContain('the hidden word')
  expect(sent).toContain(`${acp().cwd}/b c.ts:7`)
})

test('cancel ends a running command and a stream at once, and the session continues', async () => {
  Object.assign(acp().environment, NO_SANDBOX)
  const client = await acp().editor()
  const sessionId = await client.newAutoSession(acp().cwd)
  const sleep = uniqueSleep()
  acp().model.enqueue(message([bash(sleep)]))
  const first = client.prompt(sessionId, 'Wait')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  await client.cancel(sessionId)
  expect(await first).toEqual({ stopReason: 'cancelled' })
  await expectNone(sleep)

  acp().model.enqueue(stallAfter(message([text('So slow', 4)]), 4))
  const second = client.prompt(sessionId, 'Talk')
  await expect.poll(() => client.said()).not.toBe('')
  await client.cancel(sessionId)
  expect(await second).toEqual({ stopReason: 'cancelled' })

  // Before anything has begun.
  const third = client.prompt(sessionId, 'At once')
  await client.cancel(sessionId)
  expect(await third).toEqual({ stopReason: 'cancelled' })
  acp().model.enqueue(message([text('Here.')]))
  expect(await client.prompt(sessionId, 'Still there?')).toEqual({ stopReason: 'end_turn' })
})

test('closing a session stops its work; a session without messages disappears', async () => {
  Object.assign(acp().environment, NO_SANDBOX)
  const client = await acp().editor()
  const sessionId = await client.newAutoSession(acp().cwd)
  const sleep = uniqueSleep()
  acp().model.enqueue(message([bash(sleep)]))
  const prompt = client.prompt(sessionId, 'Wait')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  await client.agent.request(methods.agent.session.close, { sessionId })
  expect(await prompt).toEqual({ stopReason: 'cancelled' })
  await expectNone(sleep)

  const empty = await client.newSession(acp().cwd)
  await client.agent.request(methods.agent.session.close, { sessionId: empty.sessionId })
  const load = { sessionId: empty.sessionId, cwd: acp().cwd, mcpServers: [] }
  await expect(client.agent.request(methods.agent.session.load, load)).rejects.toThrow()
})

test('a prompt fails with the sentence of its error; another one at the same time is refused', async () => {
  const client = await acp().editor()
  const { sessionId } = await client.newSession(acp().cwd)
  acp().model.enqueue(refusal(401, { type: 'authentication_error', message: 'no' }))
  await expect(client.prompt(sessionId, 'Go')).rejects.toThrow(/key/)
  acp().model.enqueue(stallAfter(message([text('So slow', 4)]), 4))
  const slow = client.prompt(sessionId, 'Slow')
  await expect.poll(() => client.said()).not.toBe('')
  await expect(client.prompt(sessionId, 'Me too')).rejects.toThrow(/another prompt/)
  await client.cancel(sessionId)
  await slow
  await expect(client.newSession('not/absolute')).rejects.toThrow()
  await expect(client.prompt('nothing', 'Go')).rejects.toThrow()
})

test('after kill -9 a session loads with its whole history, and nothing runs', async () => {
  Object.assign(acp().environment, NO_SANDBOX)
  const first = await acp().editor()
  const sessionId = await first.newAutoSession(acp().cwd)
  const sleep = uniqueSleep()
  acp().model.enqueue(message([text('I wait.'), bash(`setsid ${sleep} & ${sleep}`)]))
  const prompt = first.prompt(sessionId, 'Wait here').catch(() => 'gone')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  first.child.kill('SIGKILL')
  expect(await prompt).toBe('gone')
  await expectNone(sleep)

  const second = await acp().editor()
  await second.agent.request(methods.agent.session.load, {
    sessionId,
    cwd: acp().cwd,
    mcpServers: [],
  })
  expect(second.said('user_message_chunk')).toBe('Wait here')
  expect(second.said()).toBe('I wait.')
  expect(second.of('tool_call')).toHaveLength(1)
  acp().model.enqueue(message([text('Again.')]))
  expect(await second.prompt(sessionId, 'Go on')).toEqual({ stopReason: 'end_turn' })

  const third = await acp().editor()
  await third.agent.request(methods.agent.session.resume, { sessionId, cwd: acp().cwd })
  expect(third.said()).toBe('')
})

test('next to the app, the app does the work: an approval given there closes the request here, and a client that leaves stops its turn', async () => {
  Object.assign(acp().environment, NO_SANDBOX)
  const host = await Host.start({ dataFolder: acp().dataFolder, environment: acp().environment })
  try {
    const client = await acp().editor()
    const { sessionId } = await client.newSession(acp().cwd)
    await client.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'ask' })
    const sleep = uniqueSleep()
    acp().model.enqueue(message([bash(sleep)]))
    const prompt = client.prompt(sessionId, 'Wait').catch(() => 'gone')
    await expect.poll(() => client.permissionRequests.length).toBe(1)
    const app = await BenchClient.connect(host.address)
    const callIds = client.permissionRequests.map(({ toolCall }) =>
      CallId.parse(toolCall.toolCallId),
    )
    await app.request('approval.answer', {
      conversationId: ConversationId.parse(sessionId),
      callIds,
      answer: { type: 'once' },
    })
    await expect.poll(() => client.withdrawn).toBe(1)
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    await client.close()
    await prompt
    await expectNone(sleep)
    app.close()
  } finally {
    await host.stop()
  }
})

test('next to the app, a prompt goes on when its client loads the session again, and stops when the client leaves', async () => {
  Object.assign(acp().environment, NO_SANDBOX)
  const host = await Host.start({ dataFolder: acp().dataFolder, environment: acp().environment })
  try {
    const client = await acp().editor()
    const { sessionId } = await client.newSession(acp().cwd)
    await client.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'auto' })
    const sleep = uniqueSleep()
    acp().model.enqueue(message([bash(sleep)]))
    let ended = ''
    const prompt = client.prompt(sessionId, 'Wait').then(
      ({ stopReason }) => (ended = stopReason),
      () => (ended = 'gone'),
    )
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    const { cwd } = acp()
    await client.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] })
    expect(ended).toBe('')
    await client.close()
    await prompt
    await expectNone(sleep)
  } finally {
    await host.stop()
  }
})

test('a line without an end is given up with a sentence, and nothing is left running', async () => {
  Object.assign(acp().environment, NO_SANDBOX)
  const client = await acp().editor()
  const sessionId = await client.newAutoSession(acp().cwd)
  const sleep = uniqueSleep()
  acp().model.enqueue(message([bash(sleep)]))
  const prompt = client.prompt(sessionId, 'Wait').catch(() => 'gone')
  await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
  const { child } = client
  const piece = Buffer.alloc(1024 * 1024, 'x')
  child.stdin?.on('error', () => undefined)
  for (let sentMb = 0; sentMb < 200 && child.exitCode === null; sentMb += 1) {
    const isTaken = new Promise<void>((resolve) => child.stdin?.write(piece, () => resolve()))
    await Promise.race([isTaken, client.exitCode])
  }
  expect(await client.exitCode).toBe(1)
  expect(client.err).toContain('The client sent a line of more than 32 MB.')
  await expectNone(sleep)
  await prompt
})

test('an independent client works with it: acpx', async () => {
  mkdirSync(join(acp().cwd, '.git'))
  writeFileSync(join(acp().cwd, 'b.txt'), 'before\n')
  const change = { path: 'b.txt', old_string: 'before', new_string: 'after' }
  acp().model.enqueue(
    message([call('read_file', { path: 'b.txt' })]),
    message([call('edit_file', change)]),
    message([text('It says after.')]),
  )
  const said = await runAcpx(acp(), acp().cwd)
  expect(readFileSync(join(acp().cwd, 'b.txt'), 'utf8')).toBe('after\n')
  expect(said).toContain('"type":"diff"')
  expect(said).toContain('It says after.')
  expect(said).toContain('"end_turn"')
})
