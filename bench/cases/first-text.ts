import { text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import type { Trial } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { measureFirstSign } from './first-sign.ts'

/** The events of a reply up to its first words. */
const EVENTS = ['message_start', 'ping', 'content_block_start', 'content_block_delta']

/** From the first byte of a reply to the frame that shows its first words. */
export function measureFirstText(trial: Trial): Promise<readonly Figure[]> {
  return measureFirstSign(trial, {
    what: 'first byte of a reply to its first text on the screen',
    prompt: 'Say something',
    reply: (turn) => message([text(`Answer ${turn}.`)]),
    events: EVENTS.length,
    sign: (turn) => `Answer ${turn}.`,
    goal: { words: 'p95 under 100 ms', ms: 100 },
  })
}
