import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { ClientEventOf } from '../../shared/protocol/events.ts'

type Part = ClientEventOf<'conversation.streamed'>['part']

const CHUNK = { text: 'agent_message_chunk', thinking: 'agent_thought_chunk' } as const

/** Returns an update with text of the agent, or of its thinking. */
export function chunk(part: Part, text: string): SessionUpdate {
  return { sessionUpdate: CHUNK[part], content: { type: 'text', text } }
}

/** The part of the current reply that the client has received: the saved reply then adds only what is missing. */
export class LiveReply {
  #requestId = ''
  #sent: Record<Part, string> = { text: '', thinking: '' }

  /** Adds streamed text. Nothing can be withdrawn, so the text of a repeated request starts a new paragraph. */
  add({ part, requestId, text }: ClientEventOf<'conversation.streamed'>): readonly SessionUpdate[] {
    const isAgain = this.#requestId !== requestId && this.#sent[part] !== ''
    if (this.#requestId !== requestId) this.#forget()
    this.#requestId = requestId
    this.#sent[part] += text
    return [chunk(part, isAgain ? `\n\n${text}` : text)]
  }

  /** Returns the missing rest once the reply is saved. */
  rest(whole: Readonly<Record<Part, string>>): readonly SessionUpdate[] {
    const updates = (['thinking', 'text'] as const).flatMap((part) => {
      const sentText = this.#sent[part]
      const rest = whole[part].startsWith(sentText)
        ? whole[part].slice(sentText.length)
        : `\n\n${whole[part]}`
      return rest === '' ? [] : [chunk(part, rest)]
    })
    this.#forget()
    return updates
  }

  #forget(): void {
    this.#sent = { text: '', thinking: '' }
    this.#requestId = ''
  }
}
