/** A message that a person has written. The one text for the index and for the query that is answered from it. */
export const SENT_BY_PERSON = `CASE
  WHEN json_valid(content) THEN content ->> '$.type' = 'user' AND content ->> '$.author' = 'person'
  ELSE 0
END`

/** What people have sent, by time, over all conversations: the history of prompts walks back through it. */
export const sentPromptsMigration = `
CREATE INDEX messages_sent ON messages (at, conversation_id, seq) WHERE ${SENT_BY_PERSON};
`
