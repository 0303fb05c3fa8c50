/** Whether a conversation's models may search the web with a tool of their provider: not until the user allows it. */
export const webSearchMigration = `
ALTER TABLE conversations ADD COLUMN web_search INTEGER NOT NULL DEFAULT 0 CHECK (web_search IN (0, 1));
`
