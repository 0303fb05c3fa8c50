/** Closes a switch over a union: a missing case does not compile. Throws only if a type was bypassed. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
