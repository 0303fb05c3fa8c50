import { isResting } from '../src/shared/conversation-state.ts'
import type { ConversationId, MessageId } from '../src/shared/ids.ts'
import { testAttachment } from '../src/main/core/test-attachment.ts'
import type { Attachment } from '../src/shared/attachment.ts'
import type { Stage, Words } from './acts.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { folderOf, type World } from './world.ts'

/** I15: a cancel comes to rest within this many ms of awake time, slow disks aside. */
const CANCEL_MS = 600

/** The people of a run: what they have said, and what they were promised. */
export class People {
  private readonly world: World
  private readonly last = new Map<ConversationId, Words>()
  private readonly cancelled = new Map<ConversationId, number>()
  private count = 0

  constructor(world: World) {
    this.world = world
  }

  /** Null where there is no window that is connected. */
  stage(chosen: ConversationId | null = null): Stage | null {
    const { world } = this
    const { choices } = world
    const connected = world.clients.filter((client) => client.isConnected)
    const client = connected.length < 2 ? connected[0] : connected[choices.int(connected.length)]
    const id = chosen ?? world.ids[world.ids.length < 2 ? 0 : choices.int(world.ids.length)]
    if (client === undefined || id === undefined) return null
    return {
      choices,
      client,
      id,
      newWords: (attachments) => this.newWords(attachments),
      lastWords: () => this.last.get(id) ?? null,
      image: () => this.image(),
      send: (words) => this.send(client, id, words),
      sendWrongly: (words, what) => this.sendWrongly(client, id, words, what),
      cancel: () => this.cancel(client, id),
      useModel: (model) => this.useModel(client, model),
      changeFolder: () => this.changeFolder(client, id),
      openSecondWindow: () => {
        world.openWindow(world.clients[1])
        world.sometimes('two clients looked at one conversation')
      },
    }
  }

  /** I15, after everything that happens. */
  checkCancels(): void {
    const { world } = this
    const { schedule } = world
    for (const [id, before] of this.cancelled) {
      const state = world.liveState(id)
      if (isResting(state)) this.cancelled.delete(id)
      else if (schedule.now - schedule.lag > before)
        world.fail('I15 at rest within 600 ms of a cancel', state.type)
    }
    const busy = world.ids.filter((id) => !isResting(world.liveState(id)))
    if (busy.length > 1) world.sometimes('two conversations were busy at once')
  }

  /** The app that promised is dead. */
  forgetCancels(): void {
    this.cancelled.clear()
  }

  private newWords(attachments: readonly Attachment[]): Words {
    const n = ++this.count
    return { messageId: `m${n}` as MessageId, text: `words ${n}`, attachments }
  }

  private image(): Attachment {
    const image = testAttachment(`image${++this.count}.png`)
    this.world.blobs.kept.set(image.copy, new Uint8Array(image.bytes))
    return image
  }

  private send(client: SimulatedClient, conversationId: ConversationId, words: Words): void {
    const { world } = this
    const { oracles } = world
    if (this.last.get(conversationId)?.messageId === words.messageId)
      world.sometimes('the same message was sent twice')
    this.last.set(conversationId, words)
    if (words.attachments.length > 0) world.sometimes('an image went to the model')
    oracles.sent(conversationId, words.messageId, words.text)
    client.request('message.send', { conversationId, ...words }, (result) => {
      world.note(`${words.messageId} ${result.ok ? 'acknowledged' : result.error.code}`)
      if (result.ok) oracles.acknowledge(conversationId, words.messageId)
    })
  }

  private sendWrongly(
    client: SimulatedClient,
    conversationId: ConversationId,
    words: Words,
    what: 'a used id' | 'a missing image',
  ): void {
    const { world } = this
    const { oracles } = world
    const wasStored = oracles.replay
      .history(conversationId)
      .some(({ id }) => id === words.messageId)
    if (what === 'a used id' && !wasStored) return
    client.request('message.send', { conversationId, ...words }, (result) => {
      if (result.ok) return world.fail('what is wrong is refused', what)
      world.sometimes(
        what === 'a used id'
          ? 'another message was sent under a used id'
          : 'a message that named a missing image was refused',
      )
    })
  }

  private cancel(client: SimulatedClient, id: ConversationId): void {
    const { world } = this
    const { schedule } = world
    client.cancel(id, (result) => {
      world.note(`cancel ${result.ok ? 'accepted' : result.error.code}`)
      const state = world.liveState(id)
      if (!result.ok) return
      if (!isResting(state) && state.type !== 'cancelling')
        world.fail('I15 idle or cancelling when the cancel is answered', state.type)
      this.cancelled.set(id, schedule.now - schedule.lag + CANCEL_MS)
    })
  }

  /** I36 */
  private changeFolder(client: SimulatedClient, conversationId: ConversationId): void {
    const { world } = this
    if (!world.disk.conversations().includes(conversationId)) return
    client.request('conversation.create', { conversationId, folder: '/elsewhere' }, () => {
      if (world.disk.folder(conversationId) !== folderOf(conversationId))
        world.fail('I36 the folder never changes', conversationId)
      world.sometimes('another folder was asked for and refused')
    })
  }

  private useModel(client: SimulatedClient, model: string): void {
    const { world } = this
    if (!world.isAtRest()) world.sometimes('the model changed while a turn ran')
    world.settings.model = model
    const change = { model, baseUrl: null, apiKey: null, automaticTitles: null }
    client.request('settings.save', change, () => {})
  }
}
