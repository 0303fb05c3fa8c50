/** A message that the user has written. Shared by the index and the query that uses it. */
export const SENT_BY_PERSON = `CASE
  WHEN json_valid(content) THEN content ->> '$.type' = 'user' AND content ->> '$.author' = 'person'
  ELSE 0
END`

/** The prompts that users have sent, by time, over all conversations: the prompt history walks back through it. */
export const sentPromptsMigration = `
CREATE INDEX messages_sent ON messages (at, conversation_id, seq) WHERE ${SENT_BY_PERSON};
`
