/** The conversation that a conversation was forked from. */
export const forksMigration = `
ALTER TABLE conversations ADD COLUMN forked_from TEXT REFERENCES conversations (id);
CREATE INDEX conversations_forks ON conversations (forked_from) WHERE forked_from IS NOT NULL;
`
