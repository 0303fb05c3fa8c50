/** Comments on lines of changes that the user has not sent yet, as JSON. */
export const reviewCommentsMigration = `
ALTER TABLE conversations ADD COLUMN review_comments TEXT NOT NULL DEFAULT '[]';
`
