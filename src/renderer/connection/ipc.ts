import { assertNever } from '../../shared/assert-never.ts'
import { CLOSED, type HostConnection } from '../../shared/protocol/frames.ts'
import type { Dial } from '../../client/dial.ts'
import { readFrame } from '../../client/read-frame.ts'

/** The object that the preload exposes as `window.phoenix`. Each text is one frame as JSON. */
export interface Bridge {
  request(json: string): void
  cancel(json: string): void
  onEvent(listener: (json: string) => void): () => void
  /** The path of a file that was dropped on the window; '' for one that the page created. */
  pathOf(file: unknown): string
}

declare global {
  interface Window {
    readonly phoenix?: Bridge
  }
}

/** The path of a file that was dropped on the window; null: the page cannot know it, for example in a browser. */
export function pathOfFile(file: unknown): string | null {
  return window.phoenix?.pathOf(file) || null
}

/** Connects to the main process, which is always there. */
export function bridgeDial(bridge: Bridge): Dial {
  return () => Promise.resolve({ type: 'open', connection: overBridge(bridge) })
}

function overBridge(bridge: Bridge): HostConnection {
  let stopListening: () => void = nothing
  let onClosed: () => void = nothing
  function close(): void {
    stopListening()
    onClosed()
    onClosed = nothing
  }

  return {
    send: (frame, json) => {
      switch (frame.type) {
        case 'request':
          return bridge.request(json)
        case 'cancel':
          return bridge.cancel(json)
        default:
          return assertNever(frame)
      }
    },
    onFrame: (listener) => {
      stopListening = bridge.onEvent((json) => {
        if (json === CLOSED) return close()
        const frame = readFrame(json)
        if (frame !== null) listener(frame)
      })
    },
    onClose: (listener) => {
      onClosed = listener
    },
    close,
  }
}

function nothing(): void {}
