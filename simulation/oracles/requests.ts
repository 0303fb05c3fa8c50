import type { Block } from '../../src/shared/content.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/message.ts'
import type { Asked } from '../simulated-model.ts'
import { refusals } from './provider.ts'

interface Sent {
  readonly frame: string
  readonly blocks: readonly string[]
}

/** Every request that goes out: valid for the provider, and longer than the one before (I8). */
export class Requests {
  private readonly sent = new Map<ConversationId, Sent>()
  private readonly complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.complain = complain
  }

  check({ call, conversationId, isAside }: Asked, history: readonly Message[]): void {
    if (isAside) return
    const { model } = call.provider
    const facts = { mayEndWithAgent: endsPaused(history), thought: thoughtBy(model, history) }
    for (const refusal of refusals(call.request, facts)) {
      this.complain('row 16 every request is valid', refusal)
    }
    const { system, tools, messages } = call.request
    const frame = JSON.stringify([model, system, tools])
    const blocks = messages.flatMap(({ role, blocks: each }) =>
      each.map((block) => `${role} ${JSON.stringify(block)}`),
    )
    const before = this.sent.get(conversationId)
    this.sent.set(conversationId, { frame, blocks })
    if (before === undefined || before.frame !== frame) return
    const at = before.blocks.findIndex((block, index) => block !== blocks[index])
    if (at === -1) return
    this.complain('I8 a request begins with the one before', `${before.blocks[at]} / ${blocks[at]}`)
  }
}

function endsPaused(history: readonly Message[]): boolean {
  const last = history.findLast(
    ({ content }) => content.type !== 'system' && content.type !== 'error',
  )
  return last?.content.type === 'agent' && last.content.end === 'pauseTurn'
}

/** Thinking without a signature is never sent. */
function thoughtBy(model: string, history: readonly Message[]): readonly Block[] {
  return history.flatMap(({ content }) =>
    content.type === 'agent' && content.model === model
      ? content.blocks.filter(
          (block) =>
            block.type === 'redactedThinking' ||
            (block.type === 'thinking' && block.signature !== null),
        )
      : [],
  )
}
