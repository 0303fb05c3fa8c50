import { ClientFrame } from '../../../shared/protocol/frames.ts'

/** A client's text as a frame, or null if it is not one. Never throws. */
export function parseFrame(text: string): ClientFrame | null {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
