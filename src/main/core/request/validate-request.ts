import { assertNever } from '../../../shared/assert-never.ts'
import { MAX_REQUEST_IMAGE_BYTES, MAX_REQUEST_IMAGES } from '../../../shared/models/image-limits.ts'
import { mediaOf } from './image-budget.ts'
import type { ModelRequest, RequestBlock, RequestMessage } from './model-request.ts'

/** Returns what a strict provider would refuse in this request, one line each; empty if it is valid. */
export function validateRequest(
  request: ModelRequest,
  allows: { readonly endsWithAgent: boolean },
): readonly string[] {
  return new RequestCheck().complaints(request, allows)
}

/**
 * The strict check before every send, so a bug shows here and not as a conversation that answers 400 permanently.
 * Remembers the messages that it found valid: a request that has only grown costs only its new part.
 */
export class RequestCheck {
  #valid: readonly RequestMessage[] = []
  #ids = new Set<string>()

  complaints(
    { messages }: ModelRequest,
    allows: { readonly endsWithAgent: boolean },
  ): readonly string[] {
    const complaints: string[] = []
    if (messages[0]?.role !== 'user') complaints.push('the first message is not the user’s')
    if (messages.at(-1)?.role === 'agent' && !allows.endsWithAgent) {
      complaints.push('the last message is the agent’s')
    }
    complaints.push(...mediaComplaints(messages))
    if (!this.#valid.every((message, index) => message === messages[index])) this.#forget()
    messages.slice(this.#valid.length).forEach((message, offset) => {
      const index = this.#valid.length + offset
      const found = checkMessage(messages[index - 1], message, this.#ids)
      complaints.push(...found.map((text) => `message ${index}: ${text}`))
    })
    if (complaints.length > 0) this.#forget()
    else this.#remember(messages)
    return complaints
  }

  #forget(): void {
    this.#valid = []
    this.#ids = new Set()
  }

  /** The last two messages may still grow. Only the agent's messages contain call ids. */
  #remember(messages: readonly RequestMessage[]): void {
    this.#valid = messages.slice(0, -2)
    for (const { blocks } of messages.slice(-2)) {
      for (const block of blocks) if (block.type === 'toolCall') this.#ids.delete(block.id)
    }
  }
}

function mediaComplaints(messages: readonly RequestMessage[]): readonly string[] {
  const media = mediaOf(messages)
  const images = media.filter(({ type }) => type === 'image')
  const sum = media.reduce((all, { bytes }) => all + bytes, 0)
  return [
    ...(images.length > MAX_REQUEST_IMAGES ? [`${images.length} images`] : []),
    ...(sum > MAX_REQUEST_IMAGE_BYTES ? [`images and documents of ${sum} bytes`] : []),
  ]
}

function checkMessage(
  before: RequestMessage | undefined,
  message: RequestMessage,
  ids: Set<string>,
): readonly string[] {
  const complaints: string[] = []
  if (before?.role === message.role) complaints.push('two of one role in a row')
  if (message.blocks.length === 0) complaints.push('empty')
  for (const block of message.blocks) {
    const complaint = checkBlock(block, message.role, ids)
    if (complaint !== null) complaints.push(complaint)
  }
  return [...complaints, ...checkPairing(before, message)]
}

function checkBlock(
  block: RequestBlock,
  role: RequestMessage['role'],
  ids: Set<string>,
): string | null {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? 'blank text' : null
    case 'image':
      return role === 'user' ? null : 'an image outside a user message'
    case 'document':
      return role === 'user' ? null : 'a document outside a user message'
    case 'toolResult':
      if (role !== 'user') return 'a result outside a user message'
      return resultComplaint(block)
    case 'toolCall':
      if (role !== 'agent') return 'a call outside an agent message'
      if (ids.has(block.id)) return `call id ${block.id} repeats`
      ids.add(block.id)
      return block.id === '' ? 'a call without an id' : null
    case 'thinking':
      if (role !== 'agent') return 'thinking outside an agent message'
      return block.signature === '' ? 'thinking without a signature' : null
    case 'redactedThinking':
    case 'reasoning':
    case 'noReasoning':
    case 'providerItem':
    case 'serverTool':
    case 'other':
      return role === 'agent' ? null : `${block.type} outside an agent message`
    default:
      return assertNever(block)
  }
}

function resultComplaint({
  isError,
  content,
}: Extract<RequestBlock, { type: 'toolResult' }>): string | null {
  if (content.length === 0) return 'an empty result'
  if (content.some((part) => part.type === 'text' && part.text.trim() === '')) return 'blank text'
  const hasImage = content.some(({ type }) => type === 'image')
  return isError && hasImage ? 'an image in a failed result' : null
}

/**
 * Checks that each call is answered once, in the very next message, with results before text, and that no result lacks
 * its call.
 */
function checkPairing(before: RequestMessage | undefined, message: RequestMessage): string[] {
  const complaints: string[] = []
  const calls = (before?.blocks ?? []).flatMap((block) =>
    block.type === 'toolCall' ? [block.id] : [],
  )
  const results = message.blocks.flatMap((block) => (block.type === 'toolResult' ? [block.id] : []))
  const answered = new Set(results)
  if (answered.size !== results.length) complaints.push('a call is answered twice')
  for (const id of calls) if (!answered.has(id)) complaints.push(`call ${id} has no result`)
  const callIds = new Set(calls)
  for (const id of results) if (!callIds.has(id)) complaints.push(`result ${id} has no call`)
  const firstOther = message.blocks.findIndex((block) => block.type !== 'toolResult')
  const lastResult = message.blocks.findLastIndex((block) => block.type === 'toolResult')
  if (firstOther !== -1 && lastResult > firstOther) {
    complaints.push('something stands before a result')
  }
  return complaints
}
