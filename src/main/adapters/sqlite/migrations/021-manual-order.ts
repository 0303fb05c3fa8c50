/** Where a person has put a conversation among those of its folder; NULL: nowhere. */
export const manualOrderMigration = `
ALTER TABLE conversations ADD COLUMN list_rank REAL;
`
