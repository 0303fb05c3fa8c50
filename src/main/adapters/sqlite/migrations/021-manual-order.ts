/** The place that the user has given a conversation among those of its folder; NULL: none. */
export const manualOrderMigration = `
ALTER TABLE conversations ADD COLUMN list_rank REAL;
`
