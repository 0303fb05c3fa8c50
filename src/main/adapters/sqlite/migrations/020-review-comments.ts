/** Comments on lines of changes that a person has not sent yet, as JSON. */
export const reviewCommentsMigration = `
ALTER TABLE conversations ADD COLUMN review_comments TEXT NOT NULL DEFAULT '[]';
`
