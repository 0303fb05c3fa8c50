/** The parts of a draft besides its text: its images, as JSON, and the position of the caret. */
export const draftPartsMigration = `
ALTER TABLE drafts ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
ALTER TABLE drafts ADD COLUMN caret INTEGER NOT NULL DEFAULT 0;
`
