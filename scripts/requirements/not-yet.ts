/** Clauses without a test, and why. An entry whose clause has a test fails the check; in the end this must be empty. */
export const NOT_YET: Readonly<Record<string, string>> = {}
