/**
 * The place of a conversation in the list: archived, or pinned to the top, in the order of pinning. Also the files that
 * deleted conversations named, until it is known whether anything else names them.
 */
export const archiveAndDeletionMigration = `
ALTER TABLE conversations ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1));
ALTER TABLE conversations ADD COLUMN pinned_at INTEGER;

CREATE TABLE discarded_files (
  kind TEXT NOT NULL CHECK (kind IN ('blob', 'call')),
  name TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
`
