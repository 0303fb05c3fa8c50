import { type Fault, limitFault } from '../faults/fault.ts'
import { isEventStream, isPlainText } from './bounded-fetch.ts'
import { type ServerEvent, ServerEvents } from './server-events.ts'
import type { Watchdog } from './watchdog.ts'

export type NextEvent =
  | { readonly type: 'event'; readonly event: ServerEvent }
  /** The server ended the stream properly. */
  | { readonly type: 'ended' }
  | { readonly type: 'broken'; readonly fault: Fault }

export interface EventStream {
  next(): Promise<NextEvent>
  /** Reads the rest of the stream, which nobody needs. Rejects if the connection breaks. */
  skipRest(): Promise<void>
}

/**
 * Opens the events of an answer; the watchdog is notified of every chunk. Null if it is not an event stream. The caller
 * interprets the events, because the SDKs' own loops hide pings and end silently on a cut stream.
 */
export function openEventStream(response: Response, watchdog: Watchdog): EventStream | null {
  if (response.body === null || !isEventStream(response)) return null
  const reader = response.body.getReader()
  const split = new ServerEvents()
  let hasEvents = false
  let events: Iterator<ServerEvent> = [].values()

  /** Null: the stream has ended. */
  async function nextEvent(): Promise<ServerEvent | null> {
    for (;;) {
      const { done: isUsedUp, value: event } = events.next()
      if (isUsedUp !== true) return event
      const { done, value: chunk } = await reader.read()
      if (done) return null
      watchdog.received()
      events = split.take(chunk).values()
    }
  }

  return {
    async next() {
      try {
        const event = await nextEvent()
        if (event === null) return hasEvents ? { type: 'ended' } : noEvents(response)
        hasEvents = true
        return { type: 'event', event }
      } catch (error) {
        // Nothing more is read of a stream above its limit.
        void reader.cancel().catch(() => {})
        return { type: 'broken', fault: readFault(error) }
      }
    },
    async skipRest() {
      while (!(await reader.read()).done);
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
