import type { Block } from '../../src/shared/messages/content.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { ModelCall, ModelOutcome, ModelPort } from '../../src/main/runtime/ports/ports.ts'
import { ASK_IN_PLACE } from '../../src/main/core/request/build-compaction.ts'
import { SUBMIT_RESULT } from '../../src/main/core/request/agent-tools.ts'
import { canLast, isModelFault, MODEL_FAULTS, type ModelPlan } from '../faults/model-faults.ts'
import { type RequestPurpose, goodReply, healedReply } from '../replies.ts'
import type { Moment } from '../schedule.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'

/** One request as the model sees it. */
export interface SimulatedRequest {
  readonly number: number
  readonly conversationId: ConversationId
  readonly call: ModelCall
  readonly asking: RequestPurpose
  /** True for a title, which is requested next to the conversation. */
  readonly isBackground: boolean
  outcome: ModelOutcome | null
  readonly askedAt: Moment
  endedAt: Moment | null
  /** True if it was aborted before it had an outcome. */
  wasLate: boolean
}

export interface ModelWatch {
  requested(asked: SimulatedRequest): void
}

/** A model that succeeds or fails as the tape says. */
export class SimulatedModel implements ModelPort {
  readonly #live = new Set<SimulatedRequest>()
  readonly #backgroundRequests = new Set<SimulatedRequest>()
  readonly #byConversation = new Map<ConversationId, SimulatedRequest[]>()
  /** Lasting faults of a model, per conversation and model name. */
  readonly #outages = new Map<string, { readonly name: string; readonly until: number }>()
  readonly #world: SimulationContext
  readonly #watch: ModelWatch

  constructor(world: SimulationContext, watch: ModelWatch) {
    this.#world = world
    this.#watch = watch
  }

  /** Requests that were not aborted and have no answer. */
  open(): readonly SimulatedRequest[] {
    return [...this.#live]
  }

  /** The number of open title requests, aborted or not: each has its own timer. */
  openBackgroundRequests(): number {
    return this.#backgroundRequests.size
  }

  requestsOf(id: ConversationId): readonly SimulatedRequest[] {
    return this.#byConversation.get(id) ?? []
  }

  /** Returns the calls of the reply with this one; none if no reply has it. */
  callsBeside(id: ConversationId, call: object): readonly Block[] {
    for (const asked of this.requestsOf(id).toReversed()) {
      const calls = blocksOf(asked).filter(({ type }) => type === 'toolCall')
      if (calls.some((each) => each === call)) return calls
    }
    return []
  }

  /** The app that sent the requests is gone. */
  forget(): void {
    for (const asked of this.#live) asked.wasLate = true
    this.#live.clear()
    this.#backgroundRequests.clear()
  }

  ask(call: ModelCall): Promise<ModelOutcome> {
    const { schedule } = this.#world
    const { choices } = this.#world.randomnessOf(call.conversationId)
    const asking = purposeOf(call)
    const mine = this.#byConversation.get(call.conversationId) ?? []
    const asked: SimulatedRequest = {
      number: mine.length,
      conversationId: call.conversationId,
      call,
      asking,
      isBackground: asking === 'title',
      outcome: null,
      askedAt: schedule.moment,
      endedAt: null,
      wasLate: false,
    }
    this.#byConversation.set(call.conversationId, mine)
    mine.push(asked)
    this.#live.add(asked)
    if (asked.isBackground) this.#backgroundRequests.add(asked)
    this.#watch.requested(asked)
    const plan = this.#plan(asked)
    if (plan.outcome === 'throws') {
      this.#world.sometimes('the model port threw')
      asked.wasLate = true
      this.#live.delete(asked)
      this.#backgroundRequests.delete(asked)
      throw new Error('the model port has a bug')
    }
    const { outcome } = plan
    return new Promise((resolve) => {
      const end = (final: ModelOutcome): void => {
        if (asked.outcome !== null) return
        asked.outcome = final
        asked.endedAt = schedule.moment
        this.#live.delete(asked)
        this.#backgroundRequests.delete(asked)
        asked.wasLate ||= call.signal.aborted
        if (asked.wasLate) this.#world.sometimes('a reply came after its request was aborted')
        resolve(final)
      }
      const unlessAborted = (run: () => void) => (): void => {
        if (call.signal.aborted && plan.onAbort === 'ends') return
        if (asked.outcome === null) run()
      }
      call.signal.addEventListener('abort', () => {
        this.#live.delete(asked)
        if (plan.onAbort === 'goesOn') {
          this.#world.sometimes('a request was aborted and its model went on talking')
          if (outcome !== null) return
        }
        schedule.after(choices.delay(3), 'world', `model ${asked.number} ends`, () => end(ABORTED))
      })
      this.#stream(asked, plan, unlessAborted)
      if (outcome === null) return
      const ms = (plan.startMs ?? 0) + plan.gapMs * (plan.deltas + 1)
      schedule.after(
        ms,
        'world',
        `model ${asked.number} answers`,
        unlessAborted(() => end(outcome)),
      )
    })
  }

  #stream(
    { call, number }: SimulatedRequest,
    plan: ModelPlan,
    unlessAborted: (run: () => void) => () => void,
  ): void {
    const { schedule } = this.#world
    const { startMs } = plan
    if (startMs !== null) {
      const begin = unlessAborted(() => call.onStarted())
      schedule.after(startMs, 'world', `model ${number} starts`, begin)
    }
    for (let index = 0; index < plan.deltas; index++) {
      const ms = (startMs ?? 0) + plan.gapMs * (index + 1)
      const part = index === 0 && plan.deltas > 1 ? 'thinking' : 'text'
      const speak = unlessAborted(() => {
        call.onDelta(part, `${number}:${index} `)
        call.onCallDelta(0, 'bash', index === 0 ? '{"command":"' : `${index} `)
      })
      schedule.after(ms, 'world', `model ${number} speaks`, speak)
    }
  }

  #outageOf(where: string): string | null {
    const outage = this.#outages.get(where)
    return outage !== undefined && outage.until > this.#world.schedule.now ? outage.name : null
  }

  #plan(asked: SimulatedRequest): ModelPlan {
    const { number, asking, conversationId, call } = asked
    const { choices, faults } = this.#world.randomnessOf(conversationId)
    const tag = `${tagOf(conversationId)}r${number}`
    const good: ModelPlan = {
      startMs: choices.delay(7),
      deltas: choices.int(3),
      gapMs: choices.delay(6),
      outcome: faults.isHealed
        ? healedReply(choices, tag, asking)
        : goodReply(choices, tag, asking),
      onAbort: 'ends',
    }
    const where = `${conversationId} ${call.provider.model}`
    const outage = faults.isHealed ? null : this.#outageOf(where)
    const name = outage ?? faults.strike('model')
    if (name === null || !isModelFault(name)) return good
    this.#world.note(`model ${number} has a fault: ${name}`)
    if (outage === null && canLast(name) && choices.int(3) === 2)
      this.#outages.set(where, { name, until: this.#world.schedule.now + OUTAGE_MS })
    return MODEL_FAULTS[name](good, choices, tag)
  }
}

/** The longest time that a model is down, in ms: longer than three attempts take. */
const OUTAGE_MS = 20_000

/** Short, and allowed in the id of a call. */
function tagOf(id: ConversationId): string {
  return id.replaceAll(/[^a-z0-9]/gi, '_')
}

/** Returns the purpose of a request, which a provider cannot know and a judge can. */
export function purposeOf({ request, provider }: ModelCall): RequestPurpose {
  if (provider.limits.outputTokens === 1_000) return 'title'
  if (isForSummary(request)) return 'summary'
  if (request.tools.length === 0) return 'last'
  return request.tools.some(({ name }) => name === SUBMIT_RESULT) ? 'child' : 'root'
}

function isForSummary({ messages, system }: ModelCall['request']): boolean {
  const last = messages.at(-1)?.blocks.at(-1)
  const isBehind = last?.type === 'text' && last.text.startsWith(ASK_IN_PLACE)
  return isBehind || system.startsWith('You summarise')
}

export const ABORTED: ModelOutcome = {
  type: 'failed',
  kind: 'aborted',
  detail: 'It was stopped.',
  retryAfterMs: null,
  rejectedPart: null,
}

/** The blocks of an answer; none if it failed. */
export function blocksOf(asked: SimulatedRequest): readonly Block[] {
  return asked.outcome?.type === 'responded' ? asked.outcome.blocks : []
}
