/** The models that the user has chosen for one conversation. NULL: the app's own choice; a fallback of '': none. */
export const modelsMigration = `
ALTER TABLE conversations ADD COLUMN model TEXT;
ALTER TABLE conversations ADD COLUMN fallback_model TEXT;
`
