import { assertNever } from '../../../shared/assert-never.ts'
import type { KeepTrying } from '../../../shared/conversation/keep-trying.ts'

export function wordsOfKeepTrying(choice: KeepTrying): string {
  switch (choice) {
    case 'off':
      return 'No, stop after three attempts'
    case '15min':
      return 'For up to 15 minutes'
    case '1h':
      return 'For up to 1 hour'
    case '4h':
      return 'For up to 4 hours'
    default:
      return assertNever(choice)
  }
}

export const NOTE_OF_KEEP_TRYING =
  'After three attempts (and three with the fallback), Phoenix keeps retrying while the model is overloaded, rate-limited or unreachable, with growing waits of up to 5 minutes. This limits the waiting in one turn; it does not count towards the turn’s time limit.'
