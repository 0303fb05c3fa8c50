/** The models that a person has chosen for one conversation. NULL: the app's own choice; a fallback of '': none. */
export const modelsMigration = `
ALTER TABLE conversations ADD COLUMN model TEXT;
ALTER TABLE conversations ADD COLUMN fallback_model TEXT;
`
