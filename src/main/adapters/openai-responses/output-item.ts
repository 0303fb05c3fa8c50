/** The name under which items of this API are stored and go back (docs/decisions/030). */
export const OUTPUT_ITEM = 'output'
