import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { ConversationId, MessageId } from '../../../shared/ids.ts'
import { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { attachmentOf, personMessage } from '../../../client/fakes/samples.ts'
import { createComposerRig, type ComposerRig } from '../../fakes/composer-rig.ts'

const id = ConversationId.parse('c1')
const behind = [MessageId.parse('w1')]
const original = WaitingMessage.parse({
  id: 'w2',
  text: 'Then this',
  attachments: [attachmentOf('cat.png')],
  when: 'nextStep',
})
let rig: ComposerRig

beforeEach(() => {
  vi.useFakeTimers()
  rig = createComposerRig()
})
afterEach(() => void vi.useRealTimers())

const text = (): string => rig.now().text
const isEditing = (): boolean => rig.now().editing !== null

/** Runs until the message has left the outbox. */
async function begun(): Promise<void> {
  rig.edit({ original, behind })
  rig.host.last('draft.save').answer({})
  await settled()
  rig.host.last('outbox.remove').answer({})
  await settled()
}

test('R13 a waiting message leaves its place only when the draft that holds it is on disk', async () => {
  rig.type('Half a thought')
  rig.edit({ original, behind })
  expect(text()).toBe('Then this')
  expect(rig.files()).toEqual(original.attachments)
  const saved = inputOf(rig.host.last('draft.save'))
  expect(saved).toMatchObject({ text: 'Half a thought\n\nThen this' })
  expect(rig.host.all('outbox.remove')).toEqual([])
  rig.host.last('draft.save').answer({})
  await settled()
  expect(inputOf(rig.host.last('outbox.remove'))).toMatchObject({ messageId: 'w2' })
})

test('it returns under its id, to its place and its time; the stashed text is restored', async () => {
  rig.type('Half a thought')
  await begun()
  rig.type('Then that')
  rig.putBack('edited')
  expect(text()).toBe('Half a thought')
  expect(inputOf(rig.host.last('outbox.put'))).toMatchObject({
    message: { ...original, text: 'Then that' },
    behind,
  })
  rig.host.last('outbox.put').answer({})
  await settled()
  expect(isEditing()).toBe(false)
  expect(rig.files()).toEqual([])
})

test('if the edit is cancelled, it returns as it was', async () => {
  await begun()
  rig.type('Something else')
  rig.putBack('original')
  expect(inputOf(rig.host.last('outbox.put'))).toMatchObject({ message: original })
  expect(text()).toBe('')
})

test('sent instead, it keeps its id; refused, it is still being edited', async () => {
  rig.type('Half a thought')
  await begun()
  rig.composing.send(id)
  expect(inputOf(rig.host.last('message.send'))).toMatchObject({ messageId: 'w2' })
  expect(text()).toBe('Half a thought')
  rig.host.last('message.send').refuse(appError('busy', 'The agent is busy.'))
  await settled()
  expect(text()).toBe('Then this')
  expect(rig.files()).toEqual(original.attachments)
  expect(isEditing()).toBe(true)
  rig.putBack('edited')
  expect(text()).toBe('Half a thought')
})

test('it stays in place if the draft cannot be saved', async () => {
  rig.type('Half a thought')
  rig.edit({ original, behind })
  rig.host.last('draft.save').refuse(appError('storage', 'The disk is full.'))
  await settled()
  expect(rig.host.all('outbox.remove')).toEqual([])
  expect(text()).toBe('Half a thought')
  expect(isEditing()).toBe(false)
  expect(rig.now().notice?.code).toBe('storage')
})

test('put back at once, it is not removed from its place afterwards', async () => {
  rig.edit({ original, behind })
  rig.putBack('edited')
  rig.host.all('draft.save')[0]?.answer({})
  await settled()
  expect(rig.host.all('outbox.put')).toHaveLength(1)
  expect(rig.host.all('outbox.remove')).toEqual([])
})

test('cut off before the answer, it stays in the composer: no one knows where else it is', async () => {
  rig.edit({ original, behind })
  rig.host.last('draft.save').answer({})
  await settled()
  rig.host.cut()
  await settled()
  expect(text()).toBe('Then this')
  expect(isEditing()).toBe(true)
})

test('sent at the last moment, it is no longer being edited; the changes are kept', async () => {
  await begun()
  rig.show([personMessage(1)])
  expect(isEditing()).toBe(true)
  rig.type('Then that')
  rig.show([personMessage(1, 'Then this', 'w2')])
  expect(isEditing()).toBe(false)
  expect(text()).toBe('Then that')
  expect(rig.now().notice?.code).toBe('notFound')
})

test('unchanged, none of it is left in the composer', async () => {
  await begun()
  rig.show([personMessage(1, 'Then this', 'w2')])
  expect(text()).toBe('')
  expect(rig.files()).toEqual([])
})

test('sent unchanged and then edited, it is another message: its next sending has a new id', async () => {
  await begun()
  rig.type('Then that')
  rig.putBack('edited')
  rig.host.last('outbox.put').refuse(appError('messageIdReused', 'It was sent already.'))
  await settled()
  expect(text()).toBe('Then that')
  expect(isEditing()).toBe(false)
  rig.composing.send(id)
  const { messageId } = inputOf(rig.host.last('message.send')) as { messageId: string }
  expect(messageId).not.toBe('w2')
})

test('changed and put back during a cut, it is not mistaken for the version sent meanwhile', async () => {
  await begun()
  rig.type('Then that')
  rig.putBack('edited')
  rig.host.cut()
  await settled()
  rig.show([personMessage(1, 'Then this', 'w2')])
  expect(rig.now().outgoing).toMatchObject([{ text: 'Then that', phase: 'held' }])
})

test('one still being added is not removed', async () => {
  rig.type('Then this')
  rig.composing.send(id, { type: 'wait', when: 'idle' })
  const messageId = rig.now().outgoing[0]?.messageId
  if (messageId === undefined) throw new Error('nothing is on its way')
  rig.edit({ original: { ...original, id: messageId }, behind: [] })
  expect(isEditing()).toBe(false)
  expect(rig.host.all('outbox.remove')).toEqual([])
})
