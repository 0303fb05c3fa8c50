import { Stream } from '@anthropic-ai/sdk/core/streaming'
import { type Fault, limitFault } from '../faults/fault.ts'
import { isEventStream, isPlainText } from './bounded-fetch.ts'
import type { Watchdog } from './watchdog.ts'
import { wholeEvents } from './whole-events.ts'

/** One server-sent event, as it was in the stream. */
export interface ServerEvent {
  readonly name: string | null
  readonly data: string
}

export type NextEvent =
  | { readonly type: 'event'; readonly event: ServerEvent }
  /** The server ended the stream properly. */
  | { readonly type: 'ended' }
  | { readonly type: 'broken'; readonly fault: Fault }

export interface EventStream {
  next(): Promise<NextEvent>
  /** The unread rest of the stream. */
  readonly remaining: AsyncIterator<unknown>
}

/**
 * Opens the events of an answer; the watchdog is notified of every byte. Null if it is not an event stream. An SDK splits
 * the bytes; the caller interprets the events, because the SDKs' own loops hide pings and end silently on a cut stream.
 */
export function openEventStream(response: Response, watchdog: Watchdog): EventStream | null {
  if (response.body === null || !isEventStream(response)) return null
  const bytes = response.body.pipeThrough(wholeEvents(() => watchdog.received()))
  let hasEvents = false
  const events = Stream.rawEvents(new Response(bytes))
  return {
    remaining: events,
    async next() {
      try {
        const { done, value } = await events.next()
        if (done === true) return hasEvents ? { type: 'ended' } : noEvents(response)
        hasEvents = true
        return { type: 'event', event: { name: value.event, data: value.data } }
      } catch (error) {
        return { type: 'broken', fault: readFault(error) }
      }
    },
  }
}

/** Plain text without an event is a web page. */
function noEvents(response: Response): NextEvent {
  const fault = { type: 'notTheApi' } as const
  return isPlainText(response) ? { type: 'broken', fault } : { type: 'ended' }
}

/** Any error here means that the body broke while it was read; the text of the error is never consulted. */
function readFault(error: unknown): Fault {
  const fault = limitFault(error)
  if (fault !== null) return fault
  return isTimeout(error) ? { type: 'tooSlow' } : { type: 'brokenOff' }
}

/** True if the system's code is anywhere in the chain of causes. */
function isTimeout(error: unknown): boolean {
  let link = error
  for (let depth = 0; link instanceof Error && depth < 5; depth++) {
    if ('code' in link && link.code === 'ETIMEDOUT') return true
    link = link.cause
  }
  return false
}
