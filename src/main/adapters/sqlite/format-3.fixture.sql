-- A database of format 3, with a conversation in each state, as the program wrote it that shipped it.
BEGIN;
CREATE TABLE conversations (
  id          TEXT PRIMARY KEY,
  title       TEXT,
  folder      TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  state       TEXT NOT NULL,
  seq         INTEGER NOT NULL DEFAULT 0,
  message_seq INTEGER NOT NULL DEFAULT 0
, title_source TEXT NOT NULL DEFAULT 'message'
  CHECK (title_source IN ('message', 'model', 'person')), is_unread INTEGER NOT NULL DEFAULT 0 CHECK (is_unread IN (0, 1))) STRICT, WITHOUT ROWID;
CREATE INDEX conversations_unsettled ON conversations (id)
  WHERE CASE WHEN json_valid(state) THEN state ->> '$.type' END IS NOT 'idle';
CREATE TABLE messages (
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  seq             INTEGER NOT NULL,
  id              TEXT NOT NULL UNIQUE,
  at              INTEGER NOT NULL,
  content         TEXT NOT NULL,
  PRIMARY KEY (conversation_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  seq             INTEGER NOT NULL,
  id              TEXT NOT NULL UNIQUE,
  at              INTEGER NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('input', 'lifecycle')),
  type            TEXT NOT NULL,
  parent_id       TEXT,
  body            TEXT NOT NULL,
  PRIMARY KEY (conversation_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_sessions ON events (conversation_id, seq)
  WHERE type IN ('sessionStarted', 'sessionEnded');
CREATE INDEX events_turns ON events (conversation_id, seq)
  WHERE type IN ('turnStarted', 'turnCompleted', 'turnInterrupted', 'turnFailed');
CREATE TABLE drafts (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id),
  text            TEXT NOT NULL
, attachments TEXT NOT NULL DEFAULT '[]', caret INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO conversations VALUES ('awaitingLlm', 'Go', '/work', 1, 1700000000000, '{"type":"awaitingLlm","turn":{"id":"e42.0","startedAt":1700000000000,"trigger":"message","goal":"reply","settings":{"primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"systemPrompt":"Be brief."},"provider":"primary","requests":0,"toolCalls":0,"usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"continuations":0,"compactionFailures":0,"repairs":[],"repeated":null},"purpose":"reply","reason":"userMessage","timerId":"e42.1","dueAt":1700000000000,"maxDueAt":1700000000000}', 4, 1, 'message', 0);
INSERT INTO conversations VALUES ('backoff', 'Go', '/work', 1, 1700000000000, '{"type":"llmRequesting","turn":{"id":"e21.0","startedAt":1700000000000,"trigger":"message","goal":"reply","settings":{"primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"systemPrompt":"Be brief."},"provider":"primary","requests":1,"toolCalls":0,"usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"continuations":0,"compactionFailures":0,"repairs":[],"repeated":null},"purpose":"reply","attempt":2,"phase":{"type":"backoff","timerId":"e24.0","retryAt":1700000000500,"error":{"kind":"overloaded","message":"It failed: overloaded."}}}', 6, 1, 'message', 0);
INSERT INTO conversations VALUES ('cancelling', 'Go', '/work', 1, 1700000000000, '{"type":"cancelling","turnId":"e31.0","waitingFor":[{"workId":"e34.1","what":"bash: one"}],"timerId":"e35.2","deadline":1700000000500,"then":{"type":"rest","unfinished":{"turnId":"e31.0","cause":"userCancel"}}}', 9, 4, 'message', 0);
INSERT INTO conversations VALUES ('connecting', 'Go', '/work', 1, 1700000000000, '{"type":"llmRequesting","turn":{"id":"e12.0","startedAt":1700000000000,"trigger":"message","goal":"reply","settings":{"primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"systemPrompt":"Be brief."},"provider":"primary","requests":1,"toolCalls":0,"usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"continuations":0,"compactionFailures":0,"repairs":[],"repeated":null},"purpose":"reply","attempt":1,"phase":{"type":"connecting","requestId":"e13.0","timerId":"e13.1","deadline":1700001800000,"since":1700000000000}}', 5, 1, 'message', 0);
INSERT INTO conversations VALUES ('error', 'Go', '/work', 1, 1700000000000, '{"type":"error","turnId":"e37.0","kind":"auth","message":"It failed: auth.","retryAt":null,"resume":"reply"}', 7, 2, 'message', 0);
INSERT INTO conversations VALUES ('fresh', NULL, '/work', 1, 1, '{"type":"idle","unfinished":null}', 0, 0, 'message', 0);
INSERT INTO conversations VALUES ('idle', 'Done deal', '/work', 1, 1700000000000, '{"type":"idle","unfinished":null}', 7, 2, 'person', 1);
INSERT INTO conversations VALUES ('streaming', 'Go', '/work', 1, 1700000000000, '{"type":"llmRequesting","turn":{"id":"e16.0","startedAt":1700000000000,"trigger":"message","goal":"reply","settings":{"primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"systemPrompt":"Be brief."},"provider":"primary","requests":1,"toolCalls":0,"usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"continuations":0,"compactionFailures":0,"repairs":[],"repeated":null},"purpose":"reply","attempt":1,"phase":{"type":"streaming","requestId":"e17.0","timerId":"e17.1","deadline":1700001800000,"since":1700000000000}}', 6, 1, 'message', 0);
INSERT INTO conversations VALUES ('toolExecuting', 'Go', '/work', 1, 1700000000000, '{"type":"toolExecuting","turn":{"id":"e26.0","startedAt":1700000000000,"trigger":"message","goal":"reply","settings":{"primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"systemPrompt":"Be brief."},"provider":"primary","requests":1,"toolCalls":1,"usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"continuations":0,"compactionFailures":0,"repairs":[],"repeated":null},"round":{"replyId":"e29.0","completed":[],"remaining":[{"callId":"e29.0.1","name":"bash","digest":"[\"bash\",{\"type\":\"object\",\"value\":{\"command\":\"two\"}}]","verdict":{"type":"run","limitMs":60000}}]},"current":{"call":{"callId":"e29.0.0","name":"bash","digest":"[\"bash\",{\"type\":\"object\",\"value\":{\"command\":\"one\"}}]","verdict":{"type":"run","limitMs":60000}},"workId":"e29.1","timerId":"e29.2","startedAt":1700000000000,"deadline":1700000065000}}', 7, 2, 'message', 0);
INSERT INTO conversations VALUES ('unfinished', 'Go', '/work', 1, 1700000000000, '{"type":"idle","unfinished":{"turnId":"e7.0","cause":"userCancel"}}', 7, 1, 'message', 0);
INSERT INTO messages VALUES ('awaitingLlm', 1, 'm41', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('backoff', 1, 'm20', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('cancelling', 1, 'm30', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('cancelling', 2, 'e34.0', 1700000000000, '{"type":"agent","turnId":"e31.0","model":"claude-test","blocks":[{"type":"toolCall","providerCallId":"call_0","name":"bash","input":{"type":"object","value":{"command":"one"}}},{"type":"toolCall","providerCallId":"call_1","name":"bash","input":{"type":"object","value":{"command":"two"}}}],"end":"toolUse","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}');
INSERT INTO messages VALUES ('cancelling', 3, 'e35.0', 1700000000000, '{"type":"tool","callId":"e34.0.0","outcome":"cancelled","content":[{"type":"text","text":"Cancelled by user"}],"durationMs":0,"summary":null}');
INSERT INTO messages VALUES ('cancelling', 4, 'e35.1', 1700000000000, '{"type":"tool","callId":"e34.0.1","outcome":"skipped","content":[{"type":"text","text":"Skipped due to cancellation"}],"durationMs":null,"summary":null}');
INSERT INTO messages VALUES ('connecting', 1, 'm11', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('error', 1, 'm36', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('error', 2, 'e40.0', 1700000000000, '{"type":"error","kind":"auth","text":"It failed: auth."}');
INSERT INTO messages VALUES ('idle', 1, 'm1', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('idle', 2, 'e5.0', 1700000000000, '{"type":"agent","turnId":"e2.0","model":"claude-test","blocks":[{"type":"text","text":"Done"}],"end":"endTurn","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}');
INSERT INTO messages VALUES ('streaming', 1, 'm15', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('toolExecuting', 1, 'm25', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO messages VALUES ('toolExecuting', 2, 'e29.0', 1700000000000, '{"type":"agent","turnId":"e26.0","model":"claude-test","blocks":[{"type":"toolCall","providerCallId":"call_0","name":"bash","input":{"type":"object","value":{"command":"one"}}},{"type":"toolCall","providerCallId":"call_1","name":"bash","input":{"type":"object","value":{"command":"two"}}}],"end":"toolUse","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}');
INSERT INTO messages VALUES ('unfinished', 1, 'm6', 1700000000000, '{"type":"user","text":"Go","attachments":[],"author":"person"}');
INSERT INTO events VALUES ('awaitingLlm', 1, 'e44', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('awaitingLlm', 2, 'e44.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e44', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('awaitingLlm', 3, 'e42', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m41"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('awaitingLlm', 4, 'e42.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e42', '{"type":"turnStarted","turnId":"e42.0","trigger":"message"}');
INSERT INTO events VALUES ('backoff', 1, 'e23', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('backoff', 2, 'e23.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e23', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('backoff', 3, 'e21', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m20"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('backoff', 4, 'e21.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e21', '{"type":"turnStarted","turnId":"e21.0","trigger":"message"}');
INSERT INTO events VALUES ('backoff', 5, 'e22', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e21.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('backoff', 6, 'e24', 1700000000000, 'input', 'llmFailed', NULL, '{"input":{"type":"llmFailed","kind":"overloaded","detail":"It failed: overloaded.","retryAfterMs":null,"requestId":"e22.0"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('cancelling', 1, 'e33', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('cancelling', 2, 'e33.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e33', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('cancelling', 3, 'e31', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m30"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('cancelling', 4, 'e31.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e31', '{"type":"turnStarted","turnId":"e31.0","trigger":"message"}');
INSERT INTO events VALUES ('cancelling', 5, 'e32', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e31.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('cancelling', 6, 'e34', 1700000000000, 'input', 'llmResponded', NULL, '{"input":{"type":"llmResponded","end":"toolUse","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"requestId":"e32.0","follows":"message","replyId":"e34.0","dropped":[],"calls":[{"name":"bash","digest":"[\"bash\",{\"type\":\"object\",\"value\":{\"command\":\"one\"}}]","check":{"type":"runnable","limitMs":60000}},{"name":"bash","digest":"[\"bash\",{\"type\":\"object\",\"value\":{\"command\":\"two\"}}]","check":{"type":"runnable","limitMs":60000}}]},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('cancelling', 7, 'e34.r0', 1700000000000, 'lifecycle', 'toolStarted', 'e34', '{"type":"toolStarted","callId":"e34.0.0","workId":"e34.1"}');
INSERT INTO events VALUES ('cancelling', 8, 'e35', 1700000000000, 'input', 'cancelRequested', NULL, '{"input":{"type":"cancelRequested","by":"user"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('cancelling', 9, 'e35.r0', 1700000000000, 'lifecycle', 'turnInterrupted', 'e35', '{"type":"turnInterrupted","turnId":"e31.0","reason":"userCancel"}');
INSERT INTO events VALUES ('connecting', 1, 'e14', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('connecting', 2, 'e14.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e14', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('connecting', 3, 'e12', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m11"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('connecting', 4, 'e12.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e12', '{"type":"turnStarted","turnId":"e12.0","trigger":"message"}');
INSERT INTO events VALUES ('connecting', 5, 'e13', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e12.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('error', 1, 'e39', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('error', 2, 'e39.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e39', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('error', 3, 'e37', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m36"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('error', 4, 'e37.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e37', '{"type":"turnStarted","turnId":"e37.0","trigger":"message"}');
INSERT INTO events VALUES ('error', 5, 'e38', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e37.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('error', 6, 'e40', 1700000000000, 'input', 'llmFailed', NULL, '{"input":{"type":"llmFailed","kind":"auth","detail":"It failed: auth.","retryAfterMs":null,"requestId":"e38.0"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('error', 7, 'e40.r0', 1700000000000, 'lifecycle', 'turnFailed', 'e40', '{"type":"turnFailed","turnId":"e37.0","error":{"kind":"auth","message":"It failed: auth."}}');
INSERT INTO events VALUES ('idle', 1, 'e4', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('idle', 2, 'e4.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e4', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('idle', 3, 'e2', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('idle', 4, 'e2.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e2', '{"type":"turnStarted","turnId":"e2.0","trigger":"message"}');
INSERT INTO events VALUES ('idle', 5, 'e3', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e2.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('idle', 6, 'e5', 1700000000000, 'input', 'llmResponded', NULL, '{"input":{"type":"llmResponded","end":"endTurn","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"requestId":"e3.0","follows":"message","replyId":"e5.0","dropped":[],"calls":[]},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('idle', 7, 'e5.r0', 1700000000000, 'lifecycle', 'turnCompleted', 'e5', '{"type":"turnCompleted","turnId":"e2.0","durationMs":0,"usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}');
INSERT INTO events VALUES ('streaming', 1, 'e18', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('streaming', 2, 'e18.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e18', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('streaming', 3, 'e16', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m15"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('streaming', 4, 'e16.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e16', '{"type":"turnStarted","turnId":"e16.0","trigger":"message"}');
INSERT INTO events VALUES ('streaming', 5, 'e17', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e16.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('streaming', 6, 'e19', 1700000000000, 'input', 'llmStreamStarted', NULL, '{"input":{"type":"llmStreamStarted","requestId":"e17.0"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('toolExecuting', 1, 'e28', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('toolExecuting', 2, 'e28.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e28', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('toolExecuting', 3, 'e26', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m25"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('toolExecuting', 4, 'e26.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e26', '{"type":"turnStarted","turnId":"e26.0","trigger":"message"}');
INSERT INTO events VALUES ('toolExecuting', 5, 'e27', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e26.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('toolExecuting', 6, 'e29', 1700000000000, 'input', 'llmResponded', NULL, '{"input":{"type":"llmResponded","end":"toolUse","usage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0},"requestId":"e27.0","follows":"message","replyId":"e29.0","dropped":[],"calls":[{"name":"bash","digest":"[\"bash\",{\"type\":\"object\",\"value\":{\"command\":\"one\"}}]","check":{"type":"runnable","limitMs":60000}},{"name":"bash","digest":"[\"bash\",{\"type\":\"object\",\"value\":{\"command\":\"two\"}}]","check":{"type":"runnable","limitMs":60000}}]},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('toolExecuting', 7, 'e29.r0', 1700000000000, 'lifecycle', 'toolStarted', 'e29', '{"type":"toolStarted","callId":"e29.0.0","workId":"e29.1"}');
INSERT INTO events VALUES ('unfinished', 1, 'e9', 1700000000000, 'input', 'sessionOpened', NULL, '{"input":{"type":"sessionOpened","context":{"conversationId":"c1","folder":"/work","role":{"type":"root"},"systemPrompt":"Be brief.","primary":{"endpoint":"anthropic","model":"claude-test","limits":{"contextTokens":200000,"outputTokens":8000}},"fallback":null,"timeouts":{"firstByteMs":60000,"silenceMs":90000,"thinkingSilenceMs":300000,"requestMs":1800000},"permissionMode":"auto","caps":{"requestsPerTurn":200,"callsPerReply":64}},"unclosed":false},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('unfinished', 2, 'e9.r0', 1700000000000, 'lifecycle', 'sessionStarted', 'e9', '{"type":"sessionStarted"}');
INSERT INTO events VALUES ('unfinished', 3, 'e7', 1700000000000, 'input', 'userMessage', NULL, '{"input":{"type":"userMessage","messageId":"m6"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('unfinished', 4, 'e7.r0', 1700000000000, 'lifecycle', 'turnStarted', 'e7', '{"type":"turnStarted","turnId":"e7.0","trigger":"message"}');
INSERT INTO events VALUES ('unfinished', 5, 'e8', 1700000000000, 'input', 'timerFired', NULL, '{"input":{"type":"timerFired","timerId":"e7.1"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('unfinished', 6, 'e10', 1700000000000, 'input', 'cancelRequested', NULL, '{"input":{"type":"cancelRequested","by":"user"},"random":0.5,"printedIn":null}');
INSERT INTO events VALUES ('unfinished', 7, 'e10.r0', 1700000000000, 'lifecycle', 'turnInterrupted', 'e10', '{"type":"turnInterrupted","turnId":"e7.0","reason":"userCancel"}');
INSERT INTO drafts VALUES ('idle', 'Half a thought', '[]', 4);
PRAGMA user_version = 3;
COMMIT;
