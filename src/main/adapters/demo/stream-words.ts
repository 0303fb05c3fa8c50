import type { Timers } from '../../runtime/ports/ports.ts'
import { guard } from '../../runtime/guard.ts'

export interface Speech {
  readonly text: string
  readonly pauseMs: number
  readonly timers: Timers
  readonly signal: AbortSignal
  readonly onWord: (word: string) => void
}

/** Emits a text word by word, with a pause before each. Returns false if the signal interrupted it. */
export async function streamWords(speech: Speech): Promise<boolean> {
  for (const word of speech.text.split(/(?<=\S)(?=\s)/)) {
    if (!(await pause(speech.pauseMs, speech.timers, speech.signal))) return false
    speech.onWord(word)
  }
  return true
}

async function pause(ms: number, timers: Timers, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  return new Promise((resolve) => {
    const onAbort = guard('aborting a demo reply', () => {
      stopTimer()
      resolve(false)
    })
    const stopTimer = timers.start(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve(true)
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
