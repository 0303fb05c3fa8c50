import type { AgentContext } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { ConversationId } from '../../shared/ids.ts'
import { appError } from '../../shared/app-error.ts'
import { StateView } from '../../shared/conversation/state-view.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { personMessage, snapshotOf, stepOf } from '../../client/fakes/samples.ts'
import { Session } from './session.ts'

/** A session whose host answers when it is told, and its client that hears everything at once. */
async function opened() {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const peer = { notify: () => Promise.resolve() } as unknown as AgentContext
  const { summary } = snapshotOf()
  const snapshot = snapshotOf({
    messages: [],
    seq: 1,
    epoch: 1,
    hasEarlier: false,
    summary: { ...summary, hasBegun: false },
  })
  const { id } = snapshot.summary
  const by = { client, peer, capabilities: {}, note: () => undefined }
  const opening = Session.open(by, ConversationId.parse(id), () => ({}) as SettingsView)
  host.last('conversation.open').answer(snapshot)
  const session = await opening
  const cancels = () => host.requests.filter(({ frame }) => frame.type === 'cancel')
  let seq = 1
  return {
    host,
    session,
    cancels,
    /** Its client opens it again, after its message was saved. */
    openAgain: async () => {
      const { messageId } = Object(inputOf(host.last('message.send')))
      const again = Session.open(by, session.id, () => ({}) as SettingsView, session.leave())
      const state = StateView.parse({ type: 'awaitingLlm', purpose: 'reply', dueAt: 1 })
      const messages = [personMessage(1, 'Go', String(messageId))]
      host.last('conversation.open').answer({ ...snapshot, state, messages })
      return again
    },
    answerCancels: () => cancels().forEach((cancel) => cancel.answer({})),
    prompt: (text = 'Go') => {
      const taken = new AbortController()
      const ended = session.prompt([{ type: 'text', text }], taken.signal)
      return ended.then(
        ({ stopReason }) => stopReason,
        (error: unknown) => `failed: ${String(error)}`,
      )
    },
    /** The message that was sent is on disk, and the turn that it began has been stopped. */
    stopped: () => {
      const { messageId, text } = Object(inputOf(host.last('message.send')))
      const state = StateView.parse({ type: 'idle', unfinished: 'userCancel' })
      const messages = [personMessage(seq, String(text), String(messageId))]
      host.emit(stepOf(seq, (seq += 1), { conversationId: snapshot.summary.id, state, messages }))
    },
  }
}

test('a cancel, and a second one, that overtake the message stop its turn once it has begun', async () => {
  const { answerCancels, cancels, host, prompt, session, stopped } = await opened()
  const ended = prompt()
  await settled()
  session.cancel()
  session.cancel()
  // Both have found nothing: the message is still on its way.
  expect(cancels()).toHaveLength(2)
  answerCancels()
  host.last('message.send').answer({})
  await settled()
  expect(cancels()).toHaveLength(3)
  answerCancels()
  stopped()
  expect(await ended).toBe('cancelled')
})

test('a second cancel after the end of its prompt cancels nothing of the next one', async () => {
  const { answerCancels, cancels, host, prompt, session, stopped } = await opened()
  const first = prompt()
  await settled()
  session.cancel()
  host.last('message.send').answer({})
  await settled()
  answerCancels()
  stopped()
  expect(await first).toBe('cancelled')
  session.cancel()
  const before = cancels().length
  const second = prompt('Next')
  await settled()
  host.last('message.send').answer({})
  await settled()
  expect(host.all('message.send')).toHaveLength(2)
  expect(cancels()).toHaveLength(before)
  stopped()
  expect(await second).toBe('cancelled')
})

test('a cancelled message that is refused ends as cancelled, not as an error', async () => {
  const { answerCancels, host, prompt, session } = await opened()
  const ended = prompt()
  await settled()
  session.cancel()
  answerCancels()
  host.last('message.send').refuse({ code: 'cancelling', message: 'It is just stopping.' })
  expect(await ended).toBe('cancelled')
})

test('a cancel while the commands of the folder are read sends nothing', async () => {
  const { host, prompt, session } = await opened()
  const ended = prompt('/review')
  await settled()
  session.cancel()
  host.last('files.commands').answer({ commands: [] })
  expect(await ended).toBe('cancelled')
  expect(host.all('message.send')).toEqual([])
})

test('a command of the folder that is not allowed is not sent, and an allowed one is sent as its text', async () => {
  const { host, prompt } = await opened()
  const command = {
    name: 'review',
    description: '',
    argumentHint: '',
    template: '',
    origin: 'folder',
    isAllowed: false,
  } as const
  const refused = prompt('/review it')
  await settled()
  host.last('files.commands').answer({ commands: [command] })
  expect(await refused).toMatch(
    /failed: .*\/review comes from the folder, and you haven’t allowed it yet/,
  )
  expect(host.all('message.send')).toEqual([])
  void prompt('/review it')
  await settled()
  host.last('files.commands').answer({
    commands: [{ ...command, isAllowed: true, template: 'Look at $ARGUMENTS' }],
  })
  await settled()
  expect(inputOf(host.last('message.send'))).toMatchObject({ text: 'Look at it' })
})

test('closing a session waits for a message being sent, and stops its turn', async () => {
  const { answerCancels, cancels, host, prompt, session } = await opened()
  const ended = prompt()
  await settled()
  const closed = session.close()
  answerCancels()
  await settled()
  // The line is still there: whoever left it now would leave a turn behind that nobody stops.
  expect(host.all('conversation.leave')).toEqual([])
  host.last('message.send').answer({})
  await settled()
  expect(cancels()).toHaveLength(2)
  answerCancels()
  await settled()
  host.last('conversation.leave').answer({})
  await closed
  expect(await ended).toBe('cancelled')
  // Something was said in it.
  expect(host.all('conversation.delete')).toEqual([])
})

test('a prompt goes on when its client opens the session again: its end is told, and closing stops it', async () => {
  for (const end of ['rest', 'close']) {
    const { answerCancels, cancels, host, openAgain, prompt, stopped } = await opened()
    const ended = prompt()
    await settled()
    host.last('message.send').answer({})
    await settled()
    const again = await openAgain()
    expect(await Promise.race([ended, settled().then(() => 'open')])).toBe('open')
    if (end === 'close') {
      const closed = again.close()
      expect(cancels()).toHaveLength(1)
      answerCancels()
      await closed
    } else stopped()
    expect(await ended).toBe('cancelled')
    expect(host.all('conversation.delete')).toEqual([])
  }
})

test('a prompt whose conversation is deleted elsewhere fails with a sentence', async () => {
  const { host, prompt, session } = await opened()
  const ended = prompt()
  await settled()
  host.last('message.send').answer({})
  host.emit({ type: 'list.removed', conversationId: session.id })
  host.last('conversation.open').refuse(appError('deleted', 'This conversation was deleted.'))
  expect(await ended).toContain('This conversation was deleted.')
})
