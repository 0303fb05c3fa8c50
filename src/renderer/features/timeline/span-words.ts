import type { SpanKind, TurnSpan } from '../../../shared/conversation/timeline.ts'
import { formatTaken } from '../../../client/words/time.ts'

/** In display order. */
const WORDS: Readonly<Record<SpanKind, string>> = {
  waiting: 'waiting for the model',
  answering: 'thinking and answering',
  tools: 'tools',
  subAgents: 'sub-agents',
  you: 'waiting for you',
  retrying: 'waiting to try again',
  summarising: 'summarising',
  stopping: 'stopping',
}

export interface SpanTotal {
  readonly kind: SpanKind
  readonly ms: number
  readonly words: string
}

/** The kinds of a turn's time, each with its total. */
export function totalsOf(spans: readonly TurnSpan[]): readonly SpanTotal[] {
  const sums = new Map<SpanKind, number>()
  for (const { kind, from, to } of spans) sums.set(kind, (sums.get(kind) ?? 0) + to - from)
  return Object.entries(WORDS).flatMap(([name, words]) => {
    const [kind, ms] = [...sums].find(([each]) => each === name) ?? []
    return kind === undefined || ms === undefined
      ? []
      : [{ kind, ms, words: `${words} ${formatTaken(ms)}` }]
  })
}

/** All spans in one sentence. */
export function sentenceOf(spans: readonly TurnSpan[]): string {
  const ms = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  const parts = totalsOf(spans).map(({ words }) => words)
  return `${formatTaken(ms)} in total: ${parts.join(', ')}`
}
