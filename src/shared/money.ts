/** `$1.23`; less than ten cents as `$0.012`, less than one as `under $0.01`. So amounts are written everywhere. */
export function moneyInWords(usd: number): string {
  if (usd > 0 && usd < 0.01) return 'under $0.01'
  return inDollars(usd, usd < 0.1 ? 3 : 2)
}

/** To the millionth of a dollar, for tables and tooltips. */
export function exactMoney(usd: number): string {
  return inDollars(usd, 6)
}

function inDollars(usd: number, digits: number): string {
  const fraction = { minimumFractionDigits: 2, maximumFractionDigits: digits }
  return usd.toLocaleString('en', { style: 'currency', currency: 'USD', ...fraction })
}
