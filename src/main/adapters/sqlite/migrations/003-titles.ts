/** The source of a conversation's title, and whether it has changed since someone looked at it. */
export const titlesMigration = `
ALTER TABLE conversations ADD COLUMN title_source TEXT NOT NULL DEFAULT 'message'
  CHECK (title_source IN ('message', 'model', 'person'));
ALTER TABLE conversations ADD COLUMN is_unread INTEGER NOT NULL DEFAULT 0 CHECK (is_unread IN (0, 1));
`
