/** Clauses without a test, and why. An entry whose clause has a test fails the check; at the end there is none. */
export const NOT_YET: Readonly<Record<string, string>> = {}
