import { expect, test } from 'vitest'
import type { OwnCommand } from '../../shared/protocol/file-commands.ts'
import { createClient } from '../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { agentMessage, personMessage, snapshotOf, stepOf } from '../../client/fakes/samples.ts'
import { appError } from '../../shared/app-error.ts'
import { ConversationId, type MessageId } from '../../shared/ids.ts'
import { ok } from '../../shared/result.ts'
import type { Trust, TrustView } from '../../shared/trust.ts'
import { VERSION } from '../../shared/version.ts'
import { EXIT, EXIT_OF_STOP, type StopReason } from '../exit-codes.ts'
import { run } from './run.ts'
import type { CommandHost, OpenHost } from '../terminal.ts'

const NOTICE = 'Settings can’t be read right now.'

/** `phoenix run`, up to the answer to its first request. `stop`: a person presses Ctrl+C. */
async function running(flags: Readonly<Record<string, string>> = {}, prompt = 'hello') {
  const host = new FakeHost()
  const notes: string[] = []
  const printed: string[] = []
  const limits = new Map<number, () => void>()
  const stops: ((reason: StopReason) => void)[] = []
  const client = createClient()
  const closed = client.attach(host.connect())
  const opened: OpenHost = { client, type: 'own', closed, close: () => Promise.resolve() }
  const terminal = {
    folder: '/work',
    onStop: (listener: (reason: StopReason) => void) => void stops.push(listener),
    note: (line: string) => void notes.push(line),
    print: (text: string) => void printed.push(text),
  }
  const after = (ms: number, elapsed: () => void) => {
    limits.set(ms, elapsed)
    return () => limits.delete(ms)
  }
  const code = run(new Map(Object.entries(flags)), [prompt], {
    after,
    terminal,
    openHost: () => Promise.resolve(ok(opened)),
  } as unknown as CommandHost)
  await settled()
  const settings = { notices: [NOTICE] }
  host.last('app.open').answer({ version: VERSION, conversations: [], settings })
  await settled()
  const { conversationId } = inputOf(host.last('conversation.create')) as {
    readonly conversationId: ConversationId
  }
  const stop = (): void => stops.forEach((listener) => listener('SIGINT'))
  const open = async (): Promise<void> => {
    host.last('conversation.create').answer({})
    await settled()
    const snapshot = snapshotOf({ messages: [] })
    const summary = { ...snapshot.summary, id: conversationId }
    host.last('conversation.open').answer({ ...snapshot, summary })
    await settled()
  }
  return { code, conversationId, host, limits, notes, open, printed, stop }
}

const REVIEW: OwnCommand = {
  name: 'review',
  description: '',
  argumentHint: '',
  template: 'Review $ARGUMENTS.',
  origin: 'folder',
  isAllowed: true,
}

test('a prompt that calls a command is sent as the text of that command', async () => {
  const { host, open } = await running({}, '/review a.ts')
  await open()
  host.last('files.commands').answer({ commands: [REVIEW] })
  await settled()
  expect(inputOf(host.last('message.send'))).toMatchObject({ text: 'Review a.ts.' })
})

test('settings that do not apply are told before anything is done', async () => {
  const { host, notes } = await running()
  expect(notes).toEqual([NOTICE])
  expect(host.all('message.send')).toEqual([])
})

test('a command that is not allowed is not sent, and its empty conversation does not stay', async () => {
  const { code, conversationId, host, notes, open } = await running({}, '/review a.ts')
  await open()
  host.last('files.commands').answer({ commands: [{ ...REVIEW, isAllowed: false }] })
  await settled()
  expect(inputOf(host.last('conversation.delete'))).toEqual({ conversationId })
  host.last('conversation.delete').answer({})
  expect(await code).toBe(EXIT.failed)
  expect(notes.join('\n')).toContain('/review comes from the folder')
  expect(host.all('message.send')).toEqual([])
})

test('a conversation in which the agent works refuses the message in the words of a terminal', async () => {
  const { code, host, notes, open } = await running()
  await open()
  const words = 'The agent is busy. Stop it, or stop and send.'
  host.last('message.send').refuse(appError('busy', words))
  await settled()
  host.last('conversation.delete').answer({})
  expect(await code).toBe(EXIT.failed)
  expect(notes.join()).toContain('still working in this conversation. Nothing was sent.')
  expect(notes.join()).not.toContain(words)
})

test('stopped before anything was sent, it removes the conversation that it has created, and names it nowhere', async () => {
  const { code, conversationId, host, notes, open, stop } = await running()
  stop()
  await open()
  expect(inputOf(host.last('conversation.delete'))).toEqual({ conversationId })
  host.last('conversation.delete').answer({})
  expect(await code).toBe(EXIT_OF_STOP.SIGINT)
  expect(notes.join()).not.toContain(conversationId)
  expect(host.all('message.send')).toEqual([])
})

test('hooks that have changed since they were allowed do not fall silent unnoticed', async () => {
  const { code, conversationId, host, notes, open } = await running()
  await open()
  const { messageId: id } = inputOf(host.last('message.send')) as { readonly messageId: MessageId }
  host.last('message.send').answer({})
  await settled()
  // The first answer does not wait for them.
  expect(host.all('trust.list')).toEqual([])
  const messages = [{ ...personMessage(1), id }, agentMessage(2, [])]
  host.emit(stepOf(10, 11, { conversationId, messages }))
  await settled()
  const request = host.last('trust.list')
  expect(inputOf(request)).toEqual({ conversationId })
  const file = { title: '', hash: 'h', text: '', difference: null, problems: [] }
  const hooks = (path: string, trust: Trust): TrustView => ({
    ...file,
    kind: 'hooks',
    origin: 'folder',
    name: path,
    path,
    trust,
  })
  request.answer({
    files: [
      hooks('.claude/settings.json', 'changed'),
      hooks('.claude/settings.local.json', 'notAllowed'),
      { ...hooks('.claude/agents/a.md', 'changed'), kind: 'agent' },
    ],
  })
  expect(await code).toBe(EXIT.done)
  expect(notes.filter((each) => each.includes('hooks'))).toEqual([
    'The hooks in .claude/settings.json have changed since they were allowed, so they do not run. Allow them in the app: Settings, Hooks, skills and agents.',
  ])
})

test('one whose message was refused is removed, too, and named nowhere', async () => {
  const { code, conversationId, host, notes, open } = await running()
  await open()
  host.last('message.send').refuse(appError('messageTooLong', 'The message is too long.'))
  await settled()
  expect(inputOf(host.last('conversation.delete'))).toEqual({ conversationId })
  host.last('conversation.delete').answer({})
  expect(await code).toBe(EXIT.failed)
  expect(notes.join()).not.toContain(conversationId)
})

test.each(['accepted', 'lost with the connection'])(
  'a conversation is named once its message is %s',
  async (fate) => {
    const { code, conversationId, host, open, printed } = await running({ json: '' })
    await open()
    expect(printed).toEqual([])
    if (fate === 'accepted') host.last('message.send').answer({})
    else host.cut()
    await settled()
    expect(JSON.parse(printed[0] ?? '{}')).toMatchObject({ type: 'started', conversationId })
    if (fate === 'accepted') host.cut()
    expect(await code).toBe(EXIT.failed)
    const types = printed.map(
      (line): unknown => (JSON.parse(line) as { readonly type: unknown }).type,
    )
    expect(types).toEqual(['started', 'ended'])
    expect(host.all('conversation.delete')).toEqual([])
  },
)

test('the time of --timeout is measured by the clock of the host', async () => {
  const { code, host, limits, open } = await running({ timeout: '90s' })
  await open()
  host.last('message.send').answer({})
  await settled()
  limits.get(90_000)?.()
  expect(host.requests.at(-1)?.frame.type).toBe('cancel')
  host.cut()
  await code
  expect(limits.size).toBe(0)
})

test('one that could not be configured is removed, too', async () => {
  const { code, conversationId, host } = await running({ model: 'nobody/knows' })
  host.last('conversation.create').answer({})
  await settled()
  host.last('conversation.configure').refuse(appError('invalidInput', 'There is no such model.'))
  await settled()
  expect(inputOf(host.last('conversation.delete'))).toEqual({ conversationId })
  host.last('conversation.delete').answer({})
  expect(await code).toBe(EXIT.failed)
})
