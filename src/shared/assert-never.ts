/** Closes a switch over a union: a case that is missing does not compile. Throws only where a type was cheated. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
