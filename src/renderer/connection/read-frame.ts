import { HostFrame } from '../../shared/frames.ts'

/** Null: no frame that this version knows. It is dropped; a hole it leaves is found by its sequence number. */
export function readFrame(text: string): HostFrame | null {
  try {
    const parsed = HostFrame.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
