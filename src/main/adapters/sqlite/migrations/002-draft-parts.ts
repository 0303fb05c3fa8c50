/** What belongs to a draft beside its text: its images, as JSON, and where the person was writing. */
export const draftPartsMigration = `
ALTER TABLE drafts ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
ALTER TABLE drafts ADD COLUMN caret INTEGER NOT NULL DEFAULT 0;
`
