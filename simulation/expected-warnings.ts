/** Warnings of the app that belong to the faults of a run. Any other is a broken promise. */
export const EXPECTED_WARNINGS: readonly string[] = [
  'a write failed',
  'the model port threw',
  'the tool port threw',
  'a recovery could not be saved',
  'no title was given',
  'a rule could not be saved',
  'the observer threw',
]
