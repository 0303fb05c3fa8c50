/** Warnings that injected faults explain. */
const EXPECTED_WARNINGS: readonly string[] = [
  'a write failed',
  'another writer holds the database',
  'the model port threw',
  'the tool port threw',
  'a recovery could not be saved',
  'no title was given',
  'the observer threw',
  'a call could not be inspected',
  'a conversation could not be deleted',
  'what a deleted conversation left was not removed',
]

/** Warnings in a run in which a port had a bug (port-faults.ts). */
const WARNINGS_OF_FAULTS: readonly string[] = [
  'a timer did not fire',
  'reports were not taken',
  'awaited work is not running',
  'a command handler threw',
  'a sub-agent could not be started',
  'a sub-agent could not be stopped',
  'a conversation could not be recovered, the others start',
  'a conversation set aside could not be marked',
]

/** Any other warning is a broken promise. */
export function isExpected(what: string, hasPortFault: boolean): boolean {
  return EXPECTED_WARNINGS.includes(what) || (hasPortFault && WARNINGS_OF_FAULTS.includes(what))
}
