/** Whether a conversation's commands can reach the network from the sandbox. */
export const networkMigration = `
ALTER TABLE conversations ADD COLUMN network INTEGER NOT NULL DEFAULT 1 CHECK (network IN (0, 1));
`
