import type { HostFrame } from '../shared/protocol/frames.ts'

/**
 * A host's text as a frame, unvalidated: the client knows whether the host has this window's version. Null: not an
 * object.
 */
export function readFrame(text: string): HostFrame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null ? (frame as HostFrame) : null
  } catch {
    return null
  }
}
