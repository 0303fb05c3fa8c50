/** Conversations, their messages, the append-only log, drafts. A shipped migration is never edited. */
export const conversationsMigration = `
CREATE TABLE conversations (
  id          TEXT PRIMARY KEY,
  title       TEXT,
  folder      TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  state       TEXT NOT NULL,
  seq         INTEGER NOT NULL DEFAULT 0,
  message_seq INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX conversations_unsettled ON conversations (id)
  WHERE CASE WHEN json_valid(state) THEN state ->> '$.type' END IS NOT 'idle';

CREATE TABLE messages (
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  seq             INTEGER NOT NULL,
  id              TEXT NOT NULL UNIQUE,
  at              INTEGER NOT NULL,
  content         TEXT NOT NULL,
  PRIMARY KEY (conversation_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  seq             INTEGER NOT NULL,
  id              TEXT NOT NULL UNIQUE,
  at              INTEGER NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('input', 'lifecycle')),
  type            TEXT NOT NULL,
  parent_id       TEXT,
  body            TEXT NOT NULL,
  PRIMARY KEY (conversation_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX events_sessions ON events (conversation_id, seq)
  WHERE type IN ('sessionStarted', 'sessionEnded');
CREATE INDEX events_turns ON events (conversation_id, seq)
  WHERE type IN ('turnStarted', 'turnCompleted', 'turnInterrupted', 'turnFailed');

CREATE TABLE drafts (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id),
  text            TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
