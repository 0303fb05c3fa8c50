/** The effort that the user has chosen for a conversation's model. NULL: the app's own choice. */
export const effortMigration = `
ALTER TABLE conversations ADD COLUMN effort TEXT;
`
