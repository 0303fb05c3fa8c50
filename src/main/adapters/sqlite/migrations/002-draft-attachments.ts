/** The images of a draft, as JSON. */
export const draftAttachmentsMigration = `
ALTER TABLE drafts ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
`
