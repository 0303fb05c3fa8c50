/** The kind of a sub-agent. NULL: a user's own conversation, or one from before there were kinds. */
export const agentKindsMigration = `
ALTER TABLE conversations ADD COLUMN agent_kind TEXT CHECK (agent_kind IN ('worker', 'explorer'));
`
