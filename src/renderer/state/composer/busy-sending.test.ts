import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { EnterWhileBusy } from '../../../shared/settings/settings.ts'
import { inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { attachmentOf } from '../../../client/fakes/samples.ts'
import { createComposerRig, type ComposerRig } from '../../fakes/composer-rig.ts'
import { ASK, askThen, routeOf, STOP_AND_SEND } from './outgoing.ts'

const id = ConversationId.parse('c1')
const BUSY = appError('busy', 'The agent is busy. Stop it, or stop and send.')
let rig: ComposerRig

beforeEach(() => {
  vi.useFakeTimers()
  rig = createComposerRig()
})
afterEach(() => void vi.useRealTimers())

function write(text: string, route = ASK): void {
  rig.type(text)
  rig.composing.send(id, route)
}
const enter = (choice: EnterWhileBusy): void => write('Hello', askThen(choice))
const said = (): string => rig.now().text
const notice = () => rig.now().notice?.code
const busy = () => rig.now().busy?.code
const commands = () =>
  rig.host.requests.flatMap(({ frame }) =>
    frame.type === 'request' && frame.command !== 'draft.save' ? [frame.command] : [],
  )

describe('a message that finds the agent busy', () => {
  test('is refused, and its text and images return to the composer', async () => {
    rig.give([attachmentOf('cat.png')])
    write('Look')
    expect(inputOf(rig.host.last('message.send'))).toMatchObject({ mode: 'policy' })
    rig.host.last('message.send').refuse(BUSY)
    await settled()
    expect(said()).toBe('Look')
    expect(rig.files()).toEqual([attachmentOf('cat.png')])
    expect([busy(), notice()]).toEqual(['busy', undefined])
    expect(commands()).toEqual(['message.send'])
  })

  test('its busy notice disappears when the agent rests, other failures stay', async () => {
    rig.composing.notify(id, BUSY)
    rig.show([], true)
    expect(busy()).toBeUndefined()
    rig.composing.notify(id, appError('storage', 'The disk is full.'))
    rig.show([], true)
    expect(notice()).toBe('storage')
  })

  test('the choices stay until one is made, whatever else happens and however that ends', async () => {
    write('Look')
    rig.host.last('message.send').refuse(BUSY)
    await settled()
    rig.composing.notify(id, appError('storage', 'The disk is full.'))
    expect([busy(), notice()]).toEqual(['busy', 'storage'])
    rig.composing.notify(id, null)
    rig.show([], false)
    expect([busy(), notice()]).toEqual(['busy', undefined])
    rig.composing.send(id, STOP_AND_SEND)
    expect(busy()).toBeUndefined()
  })

  test.each([
    ['Look', 'busy'],
    ['', undefined],
  ] as const)('after a waiting message was edited they are there again for %j', (text, code) => {
    const [w, when] = [MessageId.parse('w'), 'idle'] as const
    rig.composing.notify(id, BUSY)
    rig.type(text)
    rig.edit({ original: { id: w, text: 'Wait', attachments: [], when }, behind: [] })
    rig.putBack('edited')
    expect([said(), busy()]).toEqual([text, code])
  })

  test.each([
    ['stopAndSend', STOP_AND_SEND],
    ['sendWhenIdle', routeOf('sendWhenIdle')],
    ['sendAtNextStep', routeOf('sendAtNextStep')],
  ] as const)('%s is remembered if that is ticked, once', (way, route) => {
    rig.composing.notify(id, BUSY)
    rig.composing.dispatch(id, { type: 'alwaysChosen', isAlways: true })
    write('One', route)
    expect(inputOf(rig.host.last('settings.save'))).toEqual({ behaviour: { enterWhileBusy: way } })
    rig.composing.notify(id, BUSY)
    write('Two', route)
    expect(rig.host.all('settings.save')).toHaveLength(1)
  })

  test('nothing is remembered if nothing was refused, or if Send only asks', () => {
    rig.composing.dispatch(id, { type: 'alwaysChosen', isAlways: true })
    write('One', STOP_AND_SEND)
    rig.composing.notify(id, BUSY)
    write('Two', ASK)
    expect(rig.host.all('settings.save')).toEqual([])
  })

  test('a choice that could not be saved says so', async () => {
    rig.composing.notify(id, BUSY)
    rig.composing.dispatch(id, { type: 'alwaysChosen', isAlways: true })
    write('One', STOP_AND_SEND)
    rig.host.last('settings.save').refuse(appError('storage', 'The disk is full.'))
    await settled()
    expect(notice()).toBe('storage')
  })

  test('stops the agent if requested', () => {
    write('Instead', STOP_AND_SEND)
    expect(inputOf(rig.host.last('message.send'))).toMatchObject({
      text: 'Instead',
      mode: 'interrupt',
    })
  })

  test.each([
    ['sendWhenIdle', 'idle'],
    ['sendAtNextStep', 'nextStep'],
  ] as const)('waits by %s until %s, and leaves the composer', async (choice, when) => {
    write('Then this', routeOf(choice))
    const asked = inputOf(rig.host.last('outbox.put'))
    expect(asked).toMatchObject({ message: { text: 'Then this', when } })
    rig.host.last('outbox.put').answer({})
    await settled()
    expect(said()).toBe('')
    expect(rig.now().outgoing).toEqual([])
    expect(commands()).toEqual(['outbox.put'])
  })

  test('that cannot wait returns to the composer', async () => {
    write('One more', routeOf('sendWhenIdle'))
    rig.host.last('outbox.put').refuse(appError('tooManyWaiting', 'Too many messages wait.'))
    await settled()
    expect(said()).toBe('One more')
    expect(notice()).toBe('tooManyWaiting')
  })

  test('is on disk as a draft until it is stored as waiting', async () => {
    write('Then this', routeOf('sendWhenIdle'))
    await vi.advanceTimersByTimeAsync(300)
    expect(inputOf(rig.host.last('draft.save'))).toMatchObject({ text: 'Then this' })
    rig.host.last('outbox.put').answer({})
    await vi.advanceTimersByTimeAsync(300)
    expect(inputOf(rig.host.last('draft.save'))).toMatchObject({ text: '' })
  })
})

describe('Enter while the agent is busy', () => {
  test('the machine is asked first, and if it accepts the message nothing else happens', async () => {
    enter('sendWhenIdle')
    rig.host.last('message.send').answer({})
    await settled()
    expect(commands()).toEqual(['message.send'])
  })

  test.each([
    ['stopAndSend', 'message.send', { mode: 'interrupt' }],
    ['sendWhenIdle', 'outbox.put', { message: { when: 'idle' } }],
    ['sendAtNextStep', 'outbox.put', { message: { when: 'nextStep' } }],
  ] as const)('R13 %s happens by itself, under the same id', async (choice, command, more) => {
    enter(choice)
    const first = rig.now().outgoing[0]
    rig.host.last('message.send').refuse(BUSY)
    await settled()
    const second = inputOf(rig.host.last(command))
    expect(second).toMatchObject(more)
    expect(JSON.stringify(second)).toContain(first?.messageId)
    expect(said()).toBe('')
    rig.host.last(command).answer({})
    await settled()
    expect(notice()).toBeUndefined()
    expect(commands()).toHaveLength(2)
  })

  test('R13 cut off on its way to the waiting messages, it goes there again, not to the agent', async () => {
    enter('sendWhenIdle')
    rig.host.last('message.send').refuse(BUSY)
    await settled()
    rig.host.cut()
    await settled()
    void rig.client.attach(rig.host.connect())
    rig.composing.reconnected()
    expect(commands()).toEqual(['message.send', 'outbox.put', 'outbox.put'])
    const [one, two] = rig.host.all('outbox.put').map((asked) => inputOf(asked))
    expect(two).toEqual(one)
  })

  test('any refusal other than busy is shown, and nothing more is tried', async () => {
    enter('stopAndSend')
    rig.host.last('message.send').refuse(appError('storage', 'The disk is full.'))
    await settled()
    expect(said()).toBe('Hello')
    expect(commands()).toEqual(['message.send'])
  })
})
