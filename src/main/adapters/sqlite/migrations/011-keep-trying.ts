/** How long a conversation keeps trying a model that fails, as chosen by the user. NULL: the app's own choice. */
export const keepTryingMigration = `
ALTER TABLE conversations ADD COLUMN keep_trying TEXT;
`
