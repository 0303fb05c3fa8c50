import { expect, onTestFinished, test } from 'vitest'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { World } from '../../runtime/fakes/world.ts'
import { onFault } from '../../runtime/guard.ts'
import { serve } from '../shared/serve.ts'

const ID = 'c1' as ConversationId

/** A window whose connection breaks at the first frame after the order to break, in the tick in which that is sent. */
class BreakingConnection implements Connection<HostFrame, ClientFrame> {
  readonly received: HostFrame[] = []
  isBroken = false
  isClosed = false
  #speak: (frame: ClientFrame) => void = () => {}
  readonly #closing: (() => void)[] = []

  send(frame: HostFrame): void {
    if (this.isBroken) throw new Error('Object has been destroyed')
    this.received.push(frame)
  }

  onFrame(listener: (frame: ClientFrame) => void): void {
    this.#speak = listener
  }

  onClose(listener: () => void): void {
    this.#closing.push(listener)
  }

  close(): void {
    this.isClosed = true
    for (const listener of this.#closing) listener()
  }

  open(conversationId: ConversationId): void {
    this.#speak({ type: 'request', id: 1, command: 'conversation.open', input: { conversationId } })
  }
}

test('a window whose connection breaks within a step is released, and the step continues', async () => {
  const faults: string[] = []
  onTestFinished(onFault(({ where }) => void faults.push(where)))
  const world = new World(undefined, undefined, { follows: false })
  const connection = new BreakingConnection()
  const { handlers, registry } = world
  serve(connection, {
    handlers,
    registry,
    log: { warn: (what) => expect.fail(what) },
    store: world.store,
    onDamage: () => expect.fail('damage'),
  })
  connection.open(ID)
  await world.time.settle()
  expect(connection.received).toMatchObject([{ type: 'response', result: { ok: true } }])
  connection.isBroken = true
  // Two steps in one transaction: at rest after the first, when nobody is watching any more, it must not be released.
  world.instructions.write('Be brief.')
  const { runtime } = world
  const message = { messageId: 'm1' as MessageId, text: 'Go', attachments: [] }
  runtime.dispatch({ type: 'userMessage', ...message, mode: 'policy' }, () => {})
  await world.time.settle()
  expect(connection.isClosed).toBe(true)
  expect(faults).toEqual(['a client'])
  expect(world.registry.live(ID)).toBe(runtime)
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.transcript.at(-1)).toContain('Done')
  expect(world.registry.live(ID)).toBe(null)
})
