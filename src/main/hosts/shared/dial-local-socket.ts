import { connect } from 'node:net'
import type { HostConnection, HostFrame } from '../../../shared/protocol/frames.ts'
import { readFrame } from '../../../client/read-frame.ts'
import { localSocketPath, isOwnSocket } from '../../adapters/data-folder/local-socket-path.ts'
import { faultCode } from '../../adapters/system/file-fault.ts'
import { guard } from '../../runtime/guard.ts'
import { createLineReader } from './line-reader.ts'

/** Larger than any snapshot. We trust our own host, but even it must not fill this process's memory. */
const MAX_LINE_BYTES = 512 * 1024 * 1024

/**
 * Connects to the host that owns this data folder, through its local socket. Null: nobody answers. `busy`: there is a host,
 * but the queue of its socket is full.
 */
export function dialLocalSocket(dataFolder: string): Promise<HostConnection | 'busy' | null> {
  const path = localSocketPath(dataFolder)
  if (path === null || !isOwnSocket(path)) return Promise.resolve(null)
  const socket = connect({ path })
  const frameListeners = new Set<(frame: HostFrame) => void>()
  const read = createLineReader(MAX_LINE_BYTES, (text) => {
    const frame = text === null ? null : readFrame(text)
    if (text === null) socket.destroy()
    if (frame !== null) for (const listener of frameListeners) listener(frame)
  })
  socket.on('data', guard('a frame from the host', read))
  return new Promise((resolve) => {
    const failed = guard('the local socket not answering', (error: Error) =>
      resolve(faultCode(error) === 'EAGAIN' ? 'busy' : null),
    )
    socket.on('error', failed)
    const opened = guard('the local socket answering', () =>
      resolve({
        send: (_frame, json) => void socket.write(`${json}\n`),
        onFrame: (listener) => frameListeners.add(listener),
        onClose: (listener) => {
          if (socket.destroyed) listener()
          else socket.once('close', guard('the host exiting', listener))
        },
        close: () => socket.destroy(),
      }),
    )
    socket.on('connect', opened)
  })
}
