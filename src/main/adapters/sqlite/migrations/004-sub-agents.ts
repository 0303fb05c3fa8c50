/**
 * Root conversations that are not idle, sub-agents that have not ended, and every state that cannot be read. Shared by the
 * index and the query that uses it.
 */
export const UNSETTLED = `CASE
  WHEN NOT json_valid(state) THEN 1
  WHEN parent_id IS NULL THEN state ->> '$.type' IS NOT 'idle'
  ELSE coalesce(state ->> '$.type', '') NOT IN ('completed', 'failed')
END`

/**
 * Sub-agents are conversations that belong to a call of another one; each conversation has its own permission mode and
 * system prompt; messages wait to be sent; folders have rules; a recovery is on record while it runs. The index of the list
 * contains nothing that a step changes, so a step writes no additional page.
 */
export const subAgentsMigration = `
ALTER TABLE conversations ADD COLUMN parent_id TEXT REFERENCES conversations (id);
ALTER TABLE conversations ADD COLUMN parent_call_id TEXT;
ALTER TABLE conversations ADD COLUMN parent_index INTEGER;
ALTER TABLE conversations ADD COLUMN task TEXT CHECK (
  (parent_id IS NULL) + (parent_call_id IS NULL) + (parent_index IS NULL) + (task IS NULL) IN (0, 4)
);
ALTER TABLE conversations ADD COLUMN permission_mode TEXT NOT NULL DEFAULT 'ask'
  CHECK (permission_mode IN ('readOnly', 'ask', 'acceptEdits', 'auto'));
ALTER TABLE conversations ADD COLUMN system_prompt TEXT;

DROP INDEX conversations_unsettled;
CREATE INDEX conversations_unsettled ON conversations (parent_id DESC, id) WHERE ${UNSETTLED};
CREATE INDEX conversations_listed ON conversations (id) WHERE parent_id IS NULL;
CREATE UNIQUE INDEX conversations_children ON conversations (parent_id, parent_call_id, parent_index)
  WHERE parent_id IS NOT NULL;

CREATE TABLE waiting_messages (
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  id              TEXT NOT NULL,
  position        INTEGER NOT NULL,
  text            TEXT NOT NULL,
  attachments     TEXT NOT NULL,
  "when"          TEXT NOT NULL CHECK ("when" IN ('idle', 'nextStep', 'held')),
  PRIMARY KEY (conversation_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE folder_rules (
  folder  TEXT NOT NULL,
  tool    TEXT NOT NULL,
  subject TEXT NOT NULL,
  UNIQUE (folder, tool, subject)
) STRICT;

CREATE TABLE recoveries (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id)
) STRICT, WITHOUT ROWID;
`
