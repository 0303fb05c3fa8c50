const APPROVAL = 'awaitingApproval does not exist yet'
const SUB_AGENTS = 'awaitingSubAgents does not exist yet'
const INTERRUPT = 'busyPolicy interrupt does not exist yet'

/** Clauses without a test, and why. An entry whose clause has a test fails the check; at the end there is none. */
export const NOT_YET: Readonly<Record<string, string>> = {
  'REQ-BED-008.1a': SUB_AGENTS,
  'REQ-BED-008.1b': SUB_AGENTS,
  'REQ-BED-008.2a': SUB_AGENTS,
  'REQ-BED-008.2b': SUB_AGENTS,
  'REQ-BED-008.3a': SUB_AGENTS,
  'REQ-BED-008.3b': SUB_AGENTS,
  'REQ-BED-008.4a': SUB_AGENTS,
  'REQ-BED-008.4b': SUB_AGENTS,
  'REQ-BED-009.1a': SUB_AGENTS,
  'REQ-BED-009.1b': SUB_AGENTS,
  'REQ-BED-009.1c': SUB_AGENTS,
  'REQ-BED-009.2a': SUB_AGENTS,
  'REQ-BED-009.2b': SUB_AGENTS,
  'REQ-BED-012.2a': 'nothing shows the context window yet',
  'M-18': SUB_AGENTS,
  'M-19': SUB_AGENTS,
  'M-20': SUB_AGENTS,
  'A-09': APPROVAL,
  'A-12': APPROVAL,
  'A-13': APPROVAL,
  'R5-05': INTERRUPT,
  'R5-06': INTERRUPT,
  'R5-07': INTERRUPT,
  'R5-09': INTERRUPT,
  'R5-10': INTERRUPT,
  'R5-15': 'no fallback provider yet',
  'R5-37': 'no compaction yet',
}
