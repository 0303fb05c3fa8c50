/** Clauses without a test, and why. An entry whose clause has a test fails the check; at the end there is none. */
export const NOT_YET: Readonly<Record<string, string>> = {
  'REQ-BED-009.1c': 'nothing gives a sub-agent its tools yet',
  'REQ-BED-012.2a': 'nothing shows the context window yet',
}
