/** The keys of what is typed about a new server (`TypedTexts`). */
export const NAME_KEY = 'server name'
/** It may contain passwords, and is kept in memory only. */
export const ENTRY_KEY = 'server entry'
