import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { frameEvent, PING, type Reply, type Step } from './reply.ts'

/** Writes an answer to the socket. Resolves when it is complete, or when the client hangs up. */
export async function playReply(response: ServerResponse, reply: Reply): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  if (response.destroyed) return
  try {
    if (reply.headAfterMs !== undefined) {
      await delay(reply.headAfterMs, undefined, { signal: gone.signal })
    }
    if (reply.head !== null) {
      response.writeHead(reply.head.status, reply.head.headers)
      response.flushHeaders()
    }
    for (const step of reply.steps) await playStep(response, step, gone.signal)
    response.end()
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
}

async function playStep(response: ServerResponse, step: Step, gone: AbortSignal): Promise<void> {
  switch (step.type) {
    case 'send':
      return write(response, step.bytes, gone)
    case 'flood':
      for (let n = 0; n < step.count; n++) {
        if (!response.write(step.event)) await once(response, 'drain', { signal: gone })
      }
      return
    case 'drip': {
      const bytes = Buffer.from(step.bytes, 'latin1')
      for (let at = 0; at < bytes.length; at += step.size) {
        await write(response, bytes.subarray(at, at + step.size), gone)
        await delay(step.everyMs, undefined, { signal: gone })
      }
      return
    }
    case 'wait':
      return delay(step.ms, undefined, { signal: gone })
    case 'hold':
      gone.throwIfAborted()
      return Promise.race([step.until, once(gone, 'abort').then(() => gone.throwIfAborted())])
    case 'pingForEver':
      for (;;) {
        await write(response, frameEvent(PING), gone)
        await delay(step.everyMs, undefined, { signal: gone })
      }
    case 'stall':
      await once(gone, 'abort')
      return
    case 'cut':
      response.destroy()
  }
}

/** Each step in its own segment, as far as the kernel allows. */
async function write(
  response: ServerResponse,
  bytes: string | Uint8Array,
  gone: AbortSignal,
): Promise<void> {
  gone.throwIfAborted()
  if (!response.write(bytes)) await once(response, 'drain', { signal: gone })
}
