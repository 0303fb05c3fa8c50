/** `$1.23`; less than ten cents as `1.2¢`, less than one as `under 1¢`. So amounts are written everywhere. */
export function moneyInWords(usd: number): string {
  if (usd > 0 && usd < 0.01) return 'under 1¢'
  const cents = Number((usd * 100).toFixed(1))
  return usd > 0 && cents < 10 ? `${cents}¢` : inDollars(usd, 2)
}

/** To the millionth of a dollar, for tables and tooltips. */
export function exactMoney(usd: number): string {
  return inDollars(usd, 6)
}

function inDollars(usd: number, digits: number): string {
  const fraction = { minimumFractionDigits: 2, maximumFractionDigits: digits }
  return usd.toLocaleString('en', { style: 'currency', currency: 'USD', ...fraction })
}
