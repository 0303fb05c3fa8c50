import {
  askedCalls,
  type ConversationState,
  isResting,
} from '../../src/shared/conversation/conversation-state.ts'
import type { CallId, ConversationId, MessageId } from '../../src/shared/ids.ts'
import { testAttachment, testPdf } from '../../src/main/core/testing/test-attachment.ts'
import type { Attachment } from '../../src/shared/messages/attachment.ts'
import type { ApprovalAnswer } from '../../src/shared/conversation/turn.ts'
import type { MessageMode, WaitingMessage } from '../../src/shared/messages/waiting.ts'
import type { Stage, OutgoingMessage } from './acts.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { Cancels } from './cancels.ts'
import { changedIn, undo } from './undo-acts.ts'
import { remove } from './deletion-acts.ts'
import { answerQuestion } from './question-acts.ts'
import { compactPart, rewind } from './rewind-acts.ts'
import { saveBehaviour, configure, useModel } from './settings-acts.ts'
import type { World } from '../world.ts'

/** Codes for a message that the machine refused. */
const REFUSED = [
  'busy',
  'cancelling',
  'contextFull',
  'deleted',
  'ended',
  'folderGone',
  'storage',
  'closing',
]

/** The people of a run: what they have said, and what they were promised. */
export class People {
  readonly #world: World
  readonly #last = new Map<ConversationId, OutgoingMessage>()
  /** The number of times each message was sent. */
  readonly #tries = new Map<MessageId, number>()
  readonly #asked = new Map<ConversationId, Set<CallId>>()
  readonly #questioned = new Map<ConversationId, Set<CallId>>()
  readonly cancels: Cancels
  readonly #name: string
  #count = 0

  /** `name` is part of every id they create. */
  constructor(world: World, name = '') {
    this.#world = world
    this.#name = name
    this.cancels = new Cancels(world)
  }

  /** Null if no window is connected. */
  stage(chosen: ConversationId | null = null): Stage | null {
    const world = this.#world
    const { choices } = chosen === null ? world : world.randomnessOf(chosen)
    const connected = world.clients.filter((client) => client.isConnected)
    const client = connected.length < 2 ? connected[0] : connected[choices.int(connected.length)]
    const id = chosen ?? this.#someConversation()
    if (client === undefined) return null
    const state = world.liveState(id)
    if (state.type === 'awaitingApproval') {
      const known = this.#asked.get(id) ?? new Set()
      this.#asked.set(id, known)
      for (const { callId } of askedCalls(state)) known.add(callId)
    }
    if (state.type === 'awaitingAnswer') {
      const known = this.#questioned.get(id) ?? new Set()
      this.#questioned.set(id, known.add(state.current.call.callId))
    }
    return {
      choices,
      client,
      id,
      state,
      newMessage: (attachments) => this.#newMessage(attachments),
      lastMessage: () => this.#last.get(id) ?? null,
      image: () => this.#image(),
      send: (words, mode = 'policy') => this.#send(client, id, words, mode),
      sendWrongly: (words, what) => this.#sendWrongly(client, id, words, what),
      cancel: () => this.#cancel(client, id),
      useModel: (model) => useModel(world, client, model),
      behave: (behaviour) => saveBehaviour(world, client, behaviour),
      configure: (own) => configure(world, client, id, own),
      answer: (callIds, answer) => this.#answer(client, id, callIds, answer),
      answeredApprovals: () => [...(this.#asked.get(id) ?? [])],
      answerQuestion: (callId, answer) => answerQuestion(world, client, id, callId, answer),
      answeredQuestions: () => [...(this.#questioned.get(id) ?? [])],
      waiting: () => client.replicas.get(id)?.waiting ?? [],
      put: (message) => this.#put(client, id, message),
      removeWaiting: (messageId) => this.#removeWaiting(client, id, messageId),
      order: (messageIds) => {
        client.request('outbox.order', { conversationId: id, messageIds }, () => {})
      },
      push: (messageId, mode) => this.#push(client, id, messageId, mode),
      instruct: (text) => {
        if (text === null) world.instructions.found = null
        else world.instructions.write(text)
      },
      hasEdits: () => changedIn(world, id).length > 0,
      undo: () => undo(world, client, id, choices),
      rewind: () => rewind(world, client, id, choices),
      compactPart: () => compactPart(world, client, id, choices),
      changeFolder: () => this.#changeFolder(client, id),
      loseFolder: () => world.folders.lose(world.folderOf(id)),
      remove: () => remove(world, this.cancels, client, id, choices),
      openSecondWindow: () => {
        world.windows.open(world.clients[1])
        world.sometimes('two clients looked at one conversation')
      },
    }
  }

  /** Mostly one of their own; sometimes a sub-agent's. */
  #someConversation(): ConversationId {
    const { ids, choices, oracles } = this.#world
    const children = this.#world.live().filter((id) => oracles.family.isChild(id))
    const pool = children.length > 0 && choices.int(3) === 1 ? children : ids
    const first = ids[0] ?? ('' as ConversationId)
    return pool[pool.length < 2 ? 0 : choices.int(pool.length)] ?? first
  }

  #newMessage(attachments: readonly Attachment[]): OutgoingMessage {
    const n = ++this.#count
    return { messageId: `m${this.#name}${n}` as MessageId, text: `words ${n}`, attachments }
  }

  /** Alternates between an image and a PDF. */
  #image(): Attachment {
    const name = `image${this.#name}${++this.#count}`
    const attachment =
      this.#count % 2 === 0 ? testPdf(`${name}.pdf`) : testAttachment(`${name}.png`)
    this.#world.blobs.blobs.set(attachment.original, new Uint8Array(attachment.bytes))
    return attachment
  }

  #send(
    client: SimulatedClient,
    conversationId: ConversationId,
    words: OutgoingMessage,
    mode: MessageMode,
  ): void {
    const world = this.#world
    const { oracles } = world
    if (this.#last.get(conversationId)?.messageId === words.messageId)
      world.sometimes('the same message was sent twice')
    this.#last.set(conversationId, words)
    this.#tries.set(words.messageId, (this.#tries.get(words.messageId) ?? 0) + 1)
    if (words.attachments.length > 0) world.sometimes('an image went to the model')
    if (mode !== 'policy') oracles.waitingMessages.sentNow(conversationId, words.messageId)
    oracles.sent(conversationId, words.messageId, words.text)
    this.cancels.forget(conversationId)
    client.request('message.send', { conversationId, ...words, mode }, (result) => {
      world.note(`${words.messageId} ${result.ok ? 'acknowledged' : result.error.code}`)
      if (result.ok) {
        oracles.acknowledge(conversationId, words.messageId)
      } else if (REFUSED.includes(result.error.code)) {
        this.#checkRefused(conversationId, words.messageId)
        if (result.error.code === 'closing') world.sometimes('a message came as the app closed')
      }
    })
  }

  /** R13: a refused message stays with the person. */
  #checkRefused(id: ConversationId, messageId: MessageId): void {
    if (this.#tries.get(messageId) !== 1) return
    const world = this.#world
    if (world.oracles.replay.history(id).some((message) => message.id === messageId))
      world.fail('R13 what is refused is not stored', messageId)
  }

  #sendWrongly(
    client: SimulatedClient,
    conversationId: ConversationId,
    words: OutgoingMessage,
    what: 'a used id' | 'a missing image',
  ): void {
    const world = this.#world
    const { oracles } = world
    const wasStored = oracles.replay
      .history(conversationId)
      .some(({ id }) => id === words.messageId)
    if (what === 'a used id' && !wasStored) return
    const mode = 'policy'
    if (what === 'a missing image') oracles.sent(conversationId, words.messageId, words.text)
    client.request('message.send', { conversationId, ...words, mode }, (result) => {
      if (result.ok) return world.fail('what is wrong is refused', what)
      world.sometimes(
        what === 'a used id'
          ? 'another message was sent under a used id'
          : 'a message that named a missing image was refused',
      )
    })
  }

  #cancel(client: SimulatedClient, id: ConversationId): void {
    const world = this.#world
    const { oracles } = world
    const before = world.liveState(id)
    /** The state in the tick of the cancel: the answer may wait for the disk. */
    let after: ConversationState | null = null
    client.cancel(id, (result) => {
      world.note(`cancel ${result.ok ? 'accepted' : result.error.code}`)
      const isLate = after !== null
      const state = after ?? world.liveState(id)
      if (!result.ok) return
      if (oracles.family.isChild(id)) world.sometimes('a sub-agent was stopped by a person')
      if (!isResting(state) && state.type !== 'cancelling')
        world.fail('I15 idle or cancelling when the cancel is answered', state.type)
      if (!isLate) this.cancels.accepted(id, before)
    })
    after = world.liveState(id)
    if (oracles.flushes.disk.isLate && after.type === 'cancelling')
      this.cancels.accepted(id, before)
  }

  #answer(
    client: SimulatedClient,
    conversationId: ConversationId,
    callIds: readonly CallId[],
    answer: ApprovalAnswer,
  ): void {
    if (callIds.length === 0) return
    const world = this.#world
    world.oracles.permissions.answered(callIds, answer)
    const state = world.liveState(conversationId)
    if (state.type !== 'awaitingApproval') world.sometimes('an answer came too late')
    if (world.oracles.family.isChild(conversationId))
      world.sometimes('a person answered a sub-agent')
    client.request('approval.answer', { conversationId, callIds, answer }, (result) => {
      world.note(`answer ${answer.type} ${result.ok ? 'accepted' : result.error.code}`)
    })
  }

  #put(client: SimulatedClient, conversationId: ConversationId, message: WaitingMessage): void {
    const world = this.#world
    const { oracles } = world
    oracles.sent(conversationId, message.id, message.text)
    oracles.waitingMessages.added(conversationId, message.id, message.text)
    client.request('outbox.put', { conversationId, message }, (result) => {
      oracles.waitingMessages.answered(conversationId)
      world.note(`put ${message.id} ${result.ok ? 'kept' : result.error.code}`)
      if (!result.ok) return
      oracles.waitingMessages.acknowledged(conversationId, message.id)
      oracles.waitingMessages.check(world.disk)
      world.sometimes('a message was put behind those that wait')
    })
  }

  #removeWaiting(
    client: SimulatedClient,
    conversationId: ConversationId,
    messageId: MessageId,
  ): void {
    const world = this.#world
    const { waitingMessages } = world.oracles
    waitingMessages.removed(conversationId, messageId)
    client.request('outbox.remove', { conversationId, messageId }, (result) => {
      if (!result.ok || world.app.isOver) return
      const waits = world.disk.store.waiting(conversationId).some(({ id }) => id === messageId)
      if (waits && waitingMessages.isRemoved(conversationId, messageId))
        world.fail('R13 a removed message does not wait', messageId)
      world.sometimes('a waiting message was removed')
    })
  }

  #push(
    client: SimulatedClient,
    conversationId: ConversationId,
    messageId: MessageId,
    mode: MessageMode,
  ): void {
    const world = this.#world
    world.oracles.waitingMessages.sentNow(conversationId, messageId)
    this.cancels.forget(conversationId)
    client.request('outbox.send', { conversationId, messageId, mode }, (result) => {
      world.note(`push ${messageId} ${result.ok ? 'sent' : result.error.code}`)
      if (result.ok) world.sometimes('a waiting message was sent by hand')
      world.oracles.waitingMessages.check(world.disk)
    })
  }

  /** I36 */
  #changeFolder(client: SimulatedClient, conversationId: ConversationId): void {
    const world = this.#world
    if (!world.disk.conversations().includes(conversationId)) return
    if (world.app.registry.isSetAside(conversationId)) return
    client.request('conversation.create', { conversationId, folder: '/elsewhere' }, () => {
      if (!world.disk.conversations().includes(conversationId)) return
      if (world.disk.folder(conversationId) !== world.folderOf(conversationId))
        world.fail('I36 the folder never changes', conversationId)
      world.sometimes('another folder was asked for and refused')
    })
  }
}
