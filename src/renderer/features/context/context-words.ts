import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import {
  type ContextShares,
  type ContextUse,
  isNearLimit,
} from '../../../shared/messages/context-use.ts'
import { hasNews, type Message } from '../../../shared/messages/message.ts'
import { canDo, type StateView } from '../../../shared/conversation/state-view.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'

/** Whole percent of what the model can read; more than all is all. */
export function percentOf({ usedTokens, limitTokens }: ContextUse): number {
  return Math.min(100, Math.floor((usedTokens / limitTokens) * 100))
}

/** What the meter says, `12k of 1M`: near the limit with a word of its own. */
export function wordsOfUse(use: ContextUse): string {
  const words = `${shortCount(use.usedTokens)} of ${shortCount(use.limitTokens)}`
  return isNearLimit(use) ? `${words}, nearly full` : words
}

/** Rounded down, so that what is not full never looks full. */
function shortCount(count: number): string {
  if (count < 1_000) return String(Math.floor(count))
  if (count < 1_000_000) return `${Math.floor(count / 1_000)}k`
  return `${Math.floor(count / 100_000) / 10}M`
}

/** The second look, in tokens. */
export function sentenceOfUse({ usedTokens, limitTokens }: ContextUse): string {
  return `${tokens(usedTokens)} of ${tokens(limitTokens)} tokens that the model can read are used.`
}

/** The parts of a request, with their share of all of them. */
export function rowsOfShares({
  files,
  images,
  messages,
  system,
  tools,
}: ContextShares): readonly { readonly name: string; readonly words: string }[] {
  const rows = [
    ['System prompt', system],
    ['Tools', tools],
    ['Files', files],
    ['Messages', messages],
    ['Images', images],
  ] as const
  const all = rows.reduce((sum, [, count]) => sum + count, 0)
  return rows.map(([name, count]) => {
    const percent = all === 0 ? 0 : Math.round((count / all) * 100)
    return { name, words: `${tokens(count)} · ${percent} %` }
  })
}

/** What came of counting. */
export function wordsOfCount(counted: CommandOutput<'conversation.count'>): string {
  if (counted.tokens === null) return counted.problem ?? ''
  return `${tokens(counted.tokens)} tokens, counted by the provider`
}

function tokens(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** A summary can be asked for, and something was said since the last one. */
export function canCompact(state: StateView, messages: readonly Message[]): boolean {
  return canDo(state, 'compact') && hasNews(activeMessages(messages))
}
