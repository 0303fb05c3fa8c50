/**
 * The history in few bytes (docs/decisions/065): rows with a number for their conversation in ordinary tables, their texts
 * packed. Older rows stay where they are, under another name, until they are moved in the background; `messages` and
 * `events` show both as one. Their columns have the same affinity in both halves, or SQLite would read a whole conversation
 * for each page; for the same reason a query selects what it orders by. A row is in exactly one of them. `bytes`: the size
 * of the content as JSON in UTF-8. A key is never reused.
 */
export const packedHistoryMigration = `
ALTER TABLE messages RENAME TO wide_messages;
ALTER TABLE events RENAME TO wide_events;

CREATE TABLE history_keys (
  key             INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id TEXT NOT NULL UNIQUE REFERENCES conversations (id)
) STRICT;

CREATE TABLE packed_messages (
  key     INTEGER NOT NULL REFERENCES history_keys (key),
  seq     INTEGER NOT NULL,
  id      TEXT NOT NULL UNIQUE,
  at      INTEGER NOT NULL,
  type    TEXT NOT NULL,
  bytes   INTEGER NOT NULL,
  content ANY NOT NULL,
  UNIQUE (key, seq)
) STRICT;
CREATE INDEX packed_messages_of_users ON packed_messages (at) WHERE type = 'user';

CREATE TABLE packed_events (
  key       INTEGER NOT NULL REFERENCES history_keys (key),
  seq       INTEGER NOT NULL,
  id        ANY NOT NULL,
  at        INTEGER NOT NULL,
  kind      INTEGER NOT NULL CHECK (kind IN (0, 1)),
  type      TEXT NOT NULL,
  parent_id ANY,
  body      ANY NOT NULL,
  UNIQUE (key, seq)
) STRICT;
CREATE UNIQUE INDEX packed_inputs ON packed_events (id) WHERE kind = 0;
CREATE INDEX packed_sessions ON packed_events (key, seq)
  WHERE type IN ('sessionStarted', 'sessionEnded');
CREATE INDEX packed_turns ON packed_events (key, seq)
  WHERE type IN ('turnStarted', 'turnCompleted', 'turnInterrupted', 'turnFailed');

CREATE VIEW messages (conversation_id, seq, id, at, type, bytes, content) AS
  SELECT k.conversation_id, m.seq, m.id, m.at, m.type, m.bytes, +m.content
  FROM history_keys k JOIN packed_messages m ON m.key = k.key
  UNION ALL
  SELECT conversation_id, seq, id, at,
    CAST(CASE WHEN json_valid(content) THEN coalesce(content ->> '$.type', '') ELSE '' END AS TEXT),
    CAST(octet_length(content) AS INTEGER), +content
  FROM wide_messages;

CREATE VIEW events (conversation_id, seq, id, at, kind, type, parent_id, body) AS
  SELECT k.conversation_id, e.seq, +e.id, e.at,
    CAST(iif(e.kind = 0, 'input', 'lifecycle') AS TEXT), e.type, +e.parent_id, +e.body
  FROM history_keys k JOIN packed_events e ON e.key = k.key
  UNION ALL
  SELECT conversation_id, seq, +id, at, kind, type, +parent_id, +body FROM wide_events;
`
