/** How long a conversation keeps trying a model that fails, as a person has chosen it. NULL: the app's own choice. */
export const keepTryingMigration = `
ALTER TABLE conversations ADD COLUMN keep_trying TEXT;
`
