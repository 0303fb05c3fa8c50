import { totalOf } from '../../../shared/content.ts'
import { addSpend, type ConversationSpend, type Spend } from '../../../shared/price.ts'

/** So much is said as less than this. */
const LEAST_USD = 0.0001
/** Below it, cents alone would say too little. */
const SMALL_USD = 0.1

/** `12,345 tokens · $0.08`; where no price is known the tokens alone. */
export function wordsOfSpend(spend: Spend): string {
  const tokens = totalOf(spend.usage)
  const words = tokens === 1 ? '1 token' : `${tokens.toLocaleString('en')} tokens`
  const cost = costOf(spend)
  return cost === null ? words : `${words} · ${cost}`
}

/** What it cost, as far as prices are known. Null: none of it is. */
export function costOf({ unpricedTokens, usage, usd }: Spend): string | null {
  if (unpricedTokens === 0) return inDollars(usd)
  return unpricedTokens < totalOf(usage) ? `at least ${inDollars(usd)}` : null
}

/** What the figures of a conversation stand for. */
export function noteOnSpend({ own, subAgents }: ConversationSpend): string {
  const kept = 'Of the answers that were kept'
  const { unpricedTokens } = addSpend(own, subAgents)
  if (unpricedTokens === 0)
    return `${kept}, each at the price of its day: the list price, or that of Settings.`
  return `${kept}. The price of ${unpricedTokens.toLocaleString('en')} tokens is unknown.`
}

function inDollars(usd: number): string {
  if (usd > 0 && usd < LEAST_USD) return `under $${LEAST_USD}`
  const digits = usd > 0 && usd < SMALL_USD ? 4 : 2
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return usd.toLocaleString('en', { style: 'currency', currency: 'USD', ...fraction })
}
