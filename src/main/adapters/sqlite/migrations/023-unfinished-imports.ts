/** Conversations whose import has begun and not ended: a start removes them. */
export const unfinishedImportsMigration = `
CREATE TABLE unfinished_imports (
  conversation_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
`
