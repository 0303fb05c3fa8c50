/** Commands that users ran themselves, in the folder of a conversation. They are not messages: no model reads them. */
export const shellCommandsMigration = `
CREATE TABLE shell_commands (
  id              TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  after_seq       INTEGER NOT NULL,
  command         TEXT NOT NULL,
  since           INTEGER NOT NULL,
  is_sandboxed    INTEGER NOT NULL CHECK (is_sandboxed IN (0, 1)),
  phase           TEXT NOT NULL CHECK (json_valid(phase)),
  output          TEXT NOT NULL
) STRICT;
CREATE INDEX shell_commands_of ON shell_commands (conversation_id, after_seq);
CREATE INDEX shell_commands_running ON shell_commands (id) WHERE phase = '{"type":"running"}';
`
