import { exactMoney, moneyInWords } from '../../../shared/money.ts'
import { totalOf } from '../../../shared/models/usage.ts'
import { addSpend, type ConversationSpend, type Spend } from '../../../shared/models/price.ts'
import type { TurnSpend } from './shown-spend.ts'
import { countOf } from '../../../client/words/words.ts'

/** `12,345 tokens · $0.08`; without a known price only the tokens. */
export function wordsOfSpend(spend: Spend): string {
  const tokens = totalOf(spend.usage)
  const { searches = 0 } = spend.usage
  const all = [wordsOfTokens(tokens), ...(searches === 0 ? [] : [wordsOfSearches(searches)])]
  const cost = costOf(spend)
  return [...all, ...(cost === null ? [] : [cost])].join(' · ')
}

/** The spend of a turn, with its sub-agents' part: `12,345 tokens · $0.08 · including 1,200 tokens by sub-agents`. */
export function wordsOfTurn({ subAgents, total }: Pick<TurnSpend, 'subAgents' | 'total'>): string {
  const words = wordsOfSpend(total)
  const tokens = totalOf(subAgents.usage)
  return tokens === 0 ? words : `${words} · including ${wordsOfTokens(tokens)} by sub-agents`
}

/** Searches of the web by the provider. */
export function wordsOfSearches(searches: number): string {
  return countOf(searches, 'web search', 'web searches')
}

/** The cost, as far as prices are known. Null: none is known. */
export function costOf(spend: Spend): string | null {
  return priced(spend, moneyInWords(spend.usd))
}

/** The same to the millionth of a dollar, for the table. */
export function exactCostOf(spend: Spend): string | null {
  return priced(spend, exactMoney(spend.usd))
}

function priced(
  { unpricedSearches = 0, unpricedTokens, usage }: Spend,
  cost: string,
): string | null {
  if (unpricedTokens === 0 && unpricedSearches === 0) return cost
  return unpricedTokens === 0 || unpricedTokens < totalOf(usage) ? `at least ${cost}` : null
}

/** The scope of a conversation's figures. */
export function noteOnSpend({ own, subAgents }: ConversationSpend): string {
  const kept = 'For the answers that were kept'
  const { unpricedSearches = 0, unpricedTokens } = addSpend(own, subAgents)
  const unknown = [
    ...(unpricedTokens > 0 ? [wordsOfTokens(unpricedTokens)] : []),
    ...(unpricedSearches > 0 ? [wordsOfSearches(unpricedSearches)] : []),
  ]
  if (unknown.length === 0)
    return `${kept}, each at its price on that day: the list price, or the one in Settings.`
  return `${kept}. The price of ${unknown.join(' and ')} is unknown.`
}

function wordsOfTokens(tokens: number): string {
  return countOf(tokens, 'token', 'tokens')
}
