/**
 * Facts about the file itself, in one row. The form of this table never changes: an older Phoenix reads from it which
 * version wrote a database that is too new for it. `checked_at`: ms since 1970; 0: never. `is_in_use`: 1 until it was closed
 * properly.
 */
export const fileRecordMigration = `
CREATE TABLE file_record (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  written_by TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  is_in_use  INTEGER NOT NULL CHECK (is_in_use IN (0, 1))
) STRICT;
INSERT INTO file_record (id, written_by, checked_at, is_in_use) VALUES (1, '', 0, 1);
`
