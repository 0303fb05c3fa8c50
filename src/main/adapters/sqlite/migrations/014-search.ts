/**
 * The index of everything that was said (docs/decisions/048). A row of `search_text` is a message, or with seq 0 the title
 * of a conversation; its rowid is key * 2^24 + seq. `todo`: messages up to this seq are not indexed yet. The index contains
 * nothing that cannot be read again from the history.
 */
export const SEARCH_TABLES = `
CREATE VIRTUAL TABLE search_text USING fts5 (
  title, person, agent, input, output,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
INSERT INTO search_text (search_text, rank) VALUES ('automerge', 0);
INSERT INTO search_text (search_text, rank) VALUES ('crisismerge', 200);

CREATE TABLE search_conversations (
  key             INTEGER PRIMARY KEY,
  conversation_id TEXT NOT NULL UNIQUE,
  todo            INTEGER NOT NULL DEFAULT 0,
  is_title_due    INTEGER NOT NULL DEFAULT 0 CHECK (is_title_due IN (0, 1))
) STRICT;
CREATE INDEX search_todo ON search_conversations (key, todo) WHERE todo > 0;
CREATE INDEX search_titles_due ON search_conversations (key) WHERE is_title_due = 1;

CREATE TABLE search_rewinds (
  key      INTEGER NOT NULL,
  to_seq   INTEGER NOT NULL,
  from_seq INTEGER NOT NULL,
  PRIMARY KEY (key, to_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE search_state (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  is_damaged INTEGER NOT NULL DEFAULT 0 CHECK (is_damaged IN (0, 1)),
  total      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO search_state (id) VALUES (1);
`

/** Everything still has to be indexed: the newest conversation gets the highest key. */
export const SEARCH_SEED = `
INSERT INTO search_conversations (conversation_id, todo, is_title_due)
  SELECT id, message_seq, 1 FROM conversations ORDER BY created_at, id;
UPDATE search_state SET is_damaged = 0,
  total = (SELECT coalesce(sum(todo), 0) FROM search_conversations);
`

export const searchMigration = SEARCH_TABLES + SEARCH_SEED
