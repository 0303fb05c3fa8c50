/** Drops undefined values. */
export function defined<Values extends object>(values: Values): Partial<Values> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<Values>
}

/** Null removes a value; an undefined one stays, and so does whatever else was saved. */
export function changedValues<Values extends Readonly<Record<string, unknown>>>(
  saved: Values,
  change: { readonly [Name in keyof Values]?: Values[Name] | null | undefined },
): Values {
  const left = Object.entries(saved).filter(([name]) => change[name] !== null)
  const set = Object.entries(defined(change)).filter(([, value]) => value !== null)
  return Object.fromEntries([...left, ...set]) as Values
}
