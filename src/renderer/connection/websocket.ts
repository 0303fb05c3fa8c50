import type { Access } from './access.ts'
import type { HostConnection } from '../../shared/protocol/frames.ts'
import type { Dial, Dialled } from '../../client/dial.ts'
import { readFrame } from '../../client/read-frame.ts'

/** After this many refusals in a row, by a host that is there, the token counts as stale. */
const MAX_REFUSALS = 2

export interface SocketPorts {
  readonly url: string
  readonly access: (isStale: boolean) => Promise<Access>
  /** True if the host answers at all: a refused socket does not say why. */
  readonly isHostThere: () => Promise<boolean>
}

/** Connects to the browser host. */
export function socketDial(ports: SocketPorts): Dial {
  let refusals = 0
  const dial: Dial = async () => {
    const access = await ports.access(refusals >= MAX_REFUSALS)
    if (access.type === 'refused') return { type: 'ended' }
    if (access.type === 'unreachable') return { type: 'failed' }
    const dialled = await openSocket(ports.url, access.token)
    if (dialled.type === 'open') refusals = 0
    if (dialled.type === 'open' || !(await ports.isHostThere())) return dialled
    refusals += 1
    if (refusals === MAX_REFUSALS) return dial()
    return refusals > MAX_REFUSALS ? { type: 'ended' } : dialled
  }
  return dial
}

function openSocket(url: string, token: string): Promise<Dialled> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, ['phoenix', `token.${token}`])
    socket.addEventListener('open', () => {
      resolve({ type: 'open', connection: overSocket(socket) })
    })
    socket.addEventListener('close', () => resolve({ type: 'failed' }))
  })
}

function overSocket(socket: WebSocket): HostConnection {
  return {
    send: (_, json) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(json)
    },
    onFrame: (listener) => {
      socket.addEventListener('message', (event: MessageEvent<unknown>) => {
        const frame = typeof event.data === 'string' ? readFrame(event.data) : null
        if (frame !== null) listener(frame)
      })
    },
    onClose: (listener) => {
      if (socket.readyState === WebSocket.CLOSED) listener()
      else socket.addEventListener('close', () => listener(), { once: true })
    },
    close: () => socket.close(),
  }
}
