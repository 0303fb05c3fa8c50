/** Deleted conversations whose messages and events are still being removed, in slices. */
export const leavingRowsMigration = `
CREATE TABLE leaving_rows (
  conversation_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
`
