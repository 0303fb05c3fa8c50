import type { Block, CallInput } from '../src/shared/content.ts'
import type { ReplyEnd } from '../src/shared/message.ts'
import type { ModelOutcome } from '../src/main/runtime/ports.ts'
import type { Choices } from './choices.ts'

type Responded = Extract<ModelOutcome, { type: 'responded' }>

export function responded(blocks: readonly Block[], end: ReplyEnd): Responded {
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
  return { type: 'responded', blocks, end, usage }
}

export function text(words: string): Block {
  return { type: 'text', text: words }
}

/** Blanks at both ends: what is changed on its way is no signed thinking any more. */
export function thinking(about: string): Block {
  return { type: 'thinking', text: ` about ${about}\n`, signature: `signed ${about}` }
}

export function call(command: string, id: string): Block {
  return toolCall('bash', { type: 'object', value: { command } }, id)
}

export function toolCall(name: string, input: CallInput, providerCallId: string): Block {
  return { type: 'toolCall', providerCallId, name, input }
}

export function calls(count: number, tag: string): readonly Block[] {
  return Array.from({ length: count }, (_, index) => call(`do ${tag} ${index}`, `${tag}_${index}`))
}

/** What a model says that has no bad day. `tag` is in no other reply. */
export function goodReply(choices: Choices, tag: string): Responded {
  switch (choices.int(6)) {
    case 1:
      return responded(calls(1 + choices.int(3), tag), 'toolUse')
    case 2:
      return responded([thinking(tag), text(`I look at ${tag}`), ...calls(1, tag)], 'toolUse')
    case 3:
      return responded([thinking(tag), text(`answer ${tag}`)], 'endTurn')
    case 4:
      return responded(
        [{ type: 'redactedThinking', data: `secret ${tag}` }, text(tag)],
        'stopSequence',
      )
    default:
      return responded([text(`answer ${tag}`)], 'endTurn')
  }
}
