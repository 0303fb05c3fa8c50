/** The name under which items of this API are stored and sent back (docs/decisions/030). */
export const OUTPUT_ITEM = 'output'
