import { MOST_USD, type OwnPrice } from '../../../../shared/models/price.ts'
import { exactMoney } from '../../../../shared/money.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'

type RateName = keyof OwnPrice

/** Dollars per million tokens, as typed; '' if unknown. */
export type PriceFields = Readonly<Record<RateName, string>>

/** The prices of a model, in the order of the form. */
export const RATES: readonly (readonly [name: RateName, label: string])[] = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cacheRead', 'Cache read'],
  ['cacheWrite', 'Cache write'],
]

export function priceFields(price: OwnPrice | null): PriceFields {
  return {
    input: textOf(price?.input),
    output: textOf(price?.output),
    cacheRead: textOf(price?.cacheRead),
    cacheWrite: textOf(price?.cacheWrite),
  }
}

export function isPriceEmpty(fields: PriceFields): boolean {
  return RATES.every(([name]) => fields[name].trim() === '')
}

/** The price to save, null if all fields are empty; the error is a sentence for people that names the model. */
export function priceIn(fields: PriceFields, model: string): Result<OwnPrice | null, string> {
  if (isPriceEmpty(fields)) return ok(null)
  const usd: { -readonly [Rate in RateName]?: number | null } = {}
  for (const [rate, label] of RATES) {
    const typed = usdIn(fields[rate])
    if (typed === undefined) {
      return failed(`Models: the ${label.toLowerCase()} price of ${model} must be ${DOLLARS}.`)
    }
    usd[rate] = typed
  }
  const { cacheRead = null, cacheWrite = null, input = null, output = null } = usd
  if (input === null || output === null) {
    return failed(`Models: the price of ${model} needs both input and output, or neither.`)
  }
  return ok({ input, output, cacheRead, cacheWrite })
}

/** `$2.00 in, $10.00 out`, as far as the fields are filled in. */
export function wordsOfPrice(fields: PriceFields): string {
  const price = priceIn(fields, '')
  if (!price.ok) return 'incomplete'
  if (price.value === null) return 'unknown'
  const { input, output } = price.value
  return input === 0 && output === 0 ? 'free' : `${exactMoney(input)} in, ${exactMoney(output)} out`
}

const DOLLARS = `a number of dollars from 0 to ${MOST_USD.toLocaleString('en')}, such as 0.25, or empty`

/** Null: empty. Undefined: not a price. */
function usdIn(text: string): number | null | undefined {
  const digits = text.trim()
  if (digits === '') return null
  const usd = /^\d{1,5}(\.\d{1,6})?$/.test(digits) ? Number(digits) : Infinity
  return usd <= MOST_USD ? usd : undefined
}

function textOf(usd: number | null | undefined): string {
  return usd === null || usd === undefined ? '' : String(usd)
}
