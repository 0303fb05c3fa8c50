/** A rule applies to exactly its subject, as all did until now, or to every plain command that begins with its words. */
export const rulePrefixesMigration = `
CREATE TABLE folder_rules_by_match (
  folder  TEXT NOT NULL,
  tool    TEXT NOT NULL,
  subject TEXT NOT NULL,
  "match" TEXT NOT NULL CHECK ("match" IN ('exact', 'prefix')),
  UNIQUE (folder, tool, subject, "match")
) STRICT;
INSERT INTO folder_rules_by_match
  SELECT folder, tool, subject, 'exact' FROM folder_rules ORDER BY rowid;
DROP TABLE folder_rules;
ALTER TABLE folder_rules_by_match RENAME TO folder_rules;
`
