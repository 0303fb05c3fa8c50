import {
  LIVE_OUTPUT_LENGTH,
  type LiveOutput,
  type LiveReply,
} from '../../shared/conversation/conversation.ts'
import type { WorkId } from '../../shared/ids.ts'
import type { ClientEventOf } from '../../shared/protocol/events.ts'

type StreamedEvent = ClientEventOf<'conversation.streamed'>
type PrintedEvent = ClientEventOf<'conversation.printed'>

/** Returns the reply with this piece. Null if an earlier piece is missing. */
export function appendToReply(reply: LiveReply | null, event: StreamedEvent): LiveReply | null {
  const before = reply?.requestId === event.requestId ? reply : emptyReply(event.requestId)
  const known = before[event.part]
  if (event.from > known.length) return null
  const news = event.text.slice(known.length - event.from)
  return news === '' ? before : { ...before, [event.part]: known + news }
}

/** Returns the reply with this call in its current form. Null if an earlier call is missing. */
export function withCall(
  reply: LiveReply | null,
  { call, index, requestId }: ClientEventOf<'conversation.callGrew'>,
): LiveReply | null {
  const before = reply?.requestId === requestId ? reply : emptyReply(requestId)
  if (index > before.calls.length) return null
  return { ...before, calls: before.calls.toSpliced(index, 1, call) }
}

function emptyReply(requestId: WorkId): LiveReply {
  return { requestId, thinking: '', text: '', calls: [] }
}

/** Returns the end of the output, with this piece. */
export function appendToOutput(output: LiveOutput | null, event: PrintedEvent): LiveOutput {
  const before =
    output?.callId === event.callId ? output : { callId: event.callId, text: '', dropped: 0 }
  const gap = event.dropped > 0 && before.text !== '' ? '\n…\n' : ''
  const text = before.text + gap + event.text
  const excess = Math.max(0, text.length - LIVE_OUTPUT_LENGTH)
  return {
    callId: event.callId,
    text: text.slice(excess),
    dropped: before.dropped + event.dropped + Math.max(0, excess - gap.length),
  }
}
