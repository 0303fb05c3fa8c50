import { ClientFrame } from '../../../shared/protocol/frames.ts'

/** Parses a client's text as a frame; null if it is not one. Never throws. */
export function parseFrame(text: string): ClientFrame | null {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
