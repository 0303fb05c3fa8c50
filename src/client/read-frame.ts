import type { HostFrame } from '../shared/protocol/frames.ts'

/**
 * Parses a host's text as a frame without validating it: the client knows whether the host has this window's version.
 * Null if it is not an object.
 */
export function readFrame(text: string): HostFrame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null ? (frame as HostFrame) : null
  } catch {
    return null
  }
}
