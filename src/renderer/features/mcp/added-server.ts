/** The keys of what is typed about a new server (`TypedTexts`). */
export const NAME_KEY = 'server name'
export const ENTRY_KEY = 'server entry'
