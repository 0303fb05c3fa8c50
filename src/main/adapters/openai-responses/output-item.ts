/** The name under which items of this API stand on record and go back (docs/decisions/030). */
export const OUTPUT_ITEM = 'output'
