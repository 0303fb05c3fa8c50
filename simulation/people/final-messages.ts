import {
  askedCalls,
  type ConversationState,
  isResting,
} from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { People } from './people.ts'
import type { World } from '../world.ts'

type Until = (ms: number, isDone: () => boolean) => Promise<void>

const ASKING: readonly ConversationState['type'][] = ['awaitingApproval', 'awaitingAnswer']
const ANSWER_MS = 10 * 60_000

/** Sends one more message in each conversation, whatever has happened before. Each must be answered. */
export class FinalMessages {
  readonly #world: World
  readonly #people: People
  readonly #until: Until

  constructor(world: World, people: People, until: Until) {
    this.#world = world
    this.#people = people
    this.#until = until
  }

  /** Gives every answer that is waited for, and frees context where a model can read no more. */
  async #answerIn(id: ConversationId): Promise<void> {
    const world = this.#world
    for (let tries = 0; tries < 40 && world.record.violation === null; tries++) {
      const state = world.liveState(id)
      if (world.app.isOver) {
        world.note('the next life is waited for')
      } else if (state.type === 'contextExhausted') {
        this.#people.stage(id)?.useModel('model-largest')
        world.sometimes('a larger model made room')
      } else {
        const asking = world.live().filter((each) => ASKING.includes(world.liveState(each).type))
        if (isResting(state)) return
        for (const each of asking) this.#allow(each)
      }
      await this.#until(ANSWER_MS, () => !world.app.isOver && world.isDone())
    }
  }

  #allow(id: ConversationId): void {
    const state = this.#world.liveState(id)
    if (state.type === 'awaitingAnswer') {
      const { callId } = state.current.call
      this.#people.stage(id)?.answerQuestion(callId, { type: 'skipped' })
    }
    if (state.type !== 'awaitingApproval') return
    const callIds = askedCalls(state).map(({ callId }) => callId)
    this.#people.stage(id)?.answer(callIds, { type: 'once' })
  }

  /** Continues a turn that now fits into a larger model's context. */
  async #goOn(conversationId: ConversationId): Promise<void> {
    const state = this.#world.liveState(conversationId)
    if (state.type !== 'idle' || state.unfinished?.cause !== 'contextExhausted') return
    this.#people
      .stage(conversationId)
      ?.client.request('turn.continue', { conversationId }, () => {})
    await this.#until(ANSWER_MS, () => false)
    await this.#answerIn(conversationId)
  }

  /** A setting that could not be saved when it was changed takes effect with the next message. */
  #checkSettings(id: ConversationId): void {
    const { app, disk, settings } = this.#world
    const context = app.registry.live(id)?.liveContext
    const stored = disk.store.conversation(id)
    if (context === undefined || stored === null) return
    const { effort, permissionMode, busyPolicy, autoCompact } = settings.contextOf(stored)
    const wanted = JSON.stringify({ effort, permissionMode, busyPolicy, autoCompact })
    const inForce = JSON.stringify({
      effort: context.effort,
      permissionMode: context.permissionMode,
      busyPolicy: context.busyPolicy,
      autoCompact: context.autoCompact,
    })
    if (inForce !== wanted)
      this.#world.fail('a change of settings comes into force', `${inForce} / ${wanted}`)
  }

  async speakIn(id: ConversationId): Promise<void> {
    const world = this.#world
    const { app } = world
    await this.#answerIn(id)
    const stage = this.#people.stage(id)
    stage?.send(stage.newMessage([]))
    await this.#until(ANSWER_MS, () => false)
    if (world.app !== app) return this.speakIn(id)
    await this.#answerIn(id)
    await this.#goOn(id)
    if (world.app !== app) return this.speakIn(id)
    this.#checkSettings(id)
    const state = world.liveState(id)
    if (state.type !== 'idle' || (state.unfinished !== null && state.unfinished.cause !== 'limit'))
      world.fail('the next message is answered', JSON.stringify(state))
  }
}
