/** The budget of one conversation, as JSON; NULL: the one in Settings. */
export const ownBudgetMigration = `
ALTER TABLE conversations ADD COLUMN budget TEXT;
`
