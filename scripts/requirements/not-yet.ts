/** Clauses without a test, and why. An entry whose clause has a test fails the check; at the end there is none. */
export const NOT_YET: Readonly<Record<string, string>> = {
  'D-55': 'no conversation can be archived yet',
  'D-56': 'no conversation can be deleted yet; a sub-agent is kept with its parent',
}
