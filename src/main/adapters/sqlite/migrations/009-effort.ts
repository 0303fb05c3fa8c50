/** How hard the model of a conversation is to think, as a person has chosen it. NULL: the app's own choice. */
export const effortMigration = `
ALTER TABLE conversations ADD COLUMN effort TEXT;
`
