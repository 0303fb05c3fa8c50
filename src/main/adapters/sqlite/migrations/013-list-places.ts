/** Where a conversation stands in the list: out of it, or first, in the order in which they were pinned. */
export const listPlacesMigration = `
ALTER TABLE conversations ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1));
ALTER TABLE conversations ADD COLUMN pinned_at INTEGER;
`
