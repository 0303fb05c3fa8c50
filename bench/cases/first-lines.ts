import { message } from '../../e2e/fake-model-server/replies.ts'
import type { Trial } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { measureFirstSign } from './first-sign.ts'

const LINES = 600
/** The events of the reply up to the call's first line. */
const EVENTS = [
  'message_start',
  'ping',
  'content_block_start',
  'content_block_delta',
  'content_block_delta',
]

/** From the first byte of a reply that writes a file of 600 lines to the frame that names the file. */
export function measureFirstLines(trial: Trial): Promise<readonly Figure[]> {
  return measureFirstSign(trial, {
    what: `first byte of a write of ${LINES} lines to its first sign on the screen`,
    prompt: 'Write it',
    reply: (turn) => writing(pathOf(turn)),
    events: EVENTS.length,
    sign: pathOf,
    goal: { words: 'p95 under 1 s', ms: 1_000 },
  })
}

function pathOf(turn: number): string {
  return `src/file-${turn}.ts`
}

function writing(path: string) {
  const line = "  route('/orders', (order) => answer(order, 'ready')),\n"
  const input = { path, content: line.repeat(LINES) }
  return message([{ type: 'toolCall', name: 'write_file', input, pieces: LINES }])
}
