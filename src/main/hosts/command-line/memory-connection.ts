import type {
  ClientFrame,
  Connection,
  HostConnection,
  HostFrame,
} from '../../../shared/protocol/frames.ts'
import { guard } from '../../runtime/guard.ts'

/**
 * Connects a client in the host's own process: each side receives after the current tick, and learns of a close after
 * all that was sent before it.
 */
export function memoryConnection(): {
  readonly host: Connection<HostFrame, ClientFrame>
  readonly client: HostConnection
} {
  const toHost = new Set<(frame: ClientFrame) => void>()
  const toClient = new Set<(frame: HostFrame) => void>()
  const closeListeners = new Set<() => void>()
  let isOpen = true
  const later = <Sent>(listeners: ReadonlySet<(sent: Sent) => void>, sent: Sent): void => {
    const deliver = guard('a frame for the command line', () => {
      for (const listener of listeners) listener(sent)
    })
    if (isOpen) setImmediate(deliver)
  }
  const close = (): void => {
    later(closeListeners, undefined)
    isOpen = false
  }
  const onClose = (listener: () => void): void => void closeListeners.add(listener)
  return {
    host: {
      send: (frame) => later(toClient, frame),
      onFrame: (listener) => toHost.add(listener),
      onClose,
      close,
    },
    client: {
      send: (frame) => later(toHost, frame),
      onFrame: (listener) => toClient.add(listener),
      onClose,
      close,
    },
  }
}
