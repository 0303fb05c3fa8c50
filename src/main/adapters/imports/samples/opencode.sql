CREATE TABLE `project` (
          `id` text PRIMARY KEY,
          `worktree` text NOT NULL,
          `vcs` text,
          `name` text,
          `icon_url` text,
          `icon_url_override` text,
          `icon_color` text,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `time_initialized` integer,
          `sandboxes` text NOT NULL,
          `commands` text
        );
CREATE TABLE `session` (
          `id` text PRIMARY KEY,
          `project_id` text NOT NULL,
          `workspace_id` text,
          `parent_id` text,
          `slug` text NOT NULL,
          `directory` text NOT NULL,
          `path` text,
          `title` text NOT NULL,
          `version` text NOT NULL,
          `share_url` text,
          `summary_additions` integer,
          `summary_deletions` integer,
          `summary_files` integer,
          `summary_diffs` text,
          `metadata` text,
          `cost` real DEFAULT 0 NOT NULL,
          `tokens_input` integer DEFAULT 0 NOT NULL,
          `tokens_output` integer DEFAULT 0 NOT NULL,
          `tokens_reasoning` integer DEFAULT 0 NOT NULL,
          `tokens_cache_read` integer DEFAULT 0 NOT NULL,
          `tokens_cache_write` integer DEFAULT 0 NOT NULL,
          `revert` text,
          `permission` text,
          `agent` text,
          `model` text,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `time_compacting` integer,
          `time_archived` integer,
          CONSTRAINT `fk_session_project_id_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON DELETE CASCADE
        );
CREATE TABLE `message` (
          `id` text PRIMARY KEY,
          `session_id` text NOT NULL,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `data` text NOT NULL,
          CONSTRAINT `fk_message_session_id_session_id_fk` FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON DELETE CASCADE
        );
CREATE TABLE `part` (
          `id` text PRIMARY KEY,
          `message_id` text NOT NULL,
          `session_id` text NOT NULL,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `data` text NOT NULL,
          CONSTRAINT `fk_part_message_id_message_id_fk` FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON DELETE CASCADE
        );
INSERT INTO project VALUES ('global', '/home/dev/project', 'git', NULL, NULL, NULL, NULL, 1795573666762, 1795573950937, NULL, '[]', NULL);
INSERT INTO session VALUES ('ses_def781d1dffe3zm43v6TA2sFBf', 'global', NULL, NULL, 'kind-wizard', '/home/dev/project', '', 'List the files', '1.18.33', NULL, 0, 0, 0, NULL, NULL, 0.0024, 400, 80, 0, 0, 0, NULL, '[{"permission":"question","pattern":"*","action":"deny"},{"permission":"plan_enter","pattern":"*","action":"deny"},{"permission":"plan_exit","pattern":"*","action":"deny"}]', 'build', '{"id":"claude-sonnet-4-5","providerID":"anthropic","variant":"default"}', 1795573670626, 1795573704518, NULL, NULL);
INSERT INTO message VALUES ('msg_21087e4b5001VX2xaAlGpe1Lhi', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573671093, 1795573687517, '{"role":"user","time":{"created":1795573671093},"agent":"build","model":{"providerID":"anthropic","modelID":"claude-sonnet-4-5"},"summary":{"diffs":[]}}');
INSERT INTO message VALUES ('msg_21087f82e001mEw9xU4rZrk3m1', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573676078, 1795573686804, '{"parentID":"msg_21087e4b5001VX2xaAlGpe1Lhi","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/dev/project","root":"/home/dev/project"},"cost":0.0006,"tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"modelID":"claude-sonnet-4-5","providerID":"anthropic","time":{"created":1795573676078,"completed":1795573686803},"finish":"tool-calls"}');
INSERT INTO message VALUES ('msg_2108822170012HgjnCLEqQ1J2Z', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573686807, 1795573687996, '{"parentID":"msg_21087e4b5001VX2xaAlGpe1Lhi","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/dev/project","root":"/home/dev/project"},"cost":0.0006,"tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"modelID":"claude-sonnet-4-5","providerID":"anthropic","time":{"created":1795573686807,"completed":1795573687995},"finish":"stop"}');
INSERT INTO message VALUES ('msg_21088449f001DLJul3J7cdpoBt', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573695647, 1795573703886, '{"role":"user","time":{"created":1795573695647},"agent":"build","model":{"providerID":"anthropic","modelID":"claude-sonnet-4-5"},"summary":{"diffs":[]}}');
INSERT INTO message VALUES ('msg_21088505a001dfDjyLsyMRkJaa', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573698650, 1795573703534, '{"parentID":"msg_21088449f001DLJul3J7cdpoBt","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/dev/project","root":"/home/dev/project"},"cost":0.0006,"tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"modelID":"claude-sonnet-4-5","providerID":"anthropic","time":{"created":1795573698650,"completed":1795573703532},"finish":"tool-calls"}');
INSERT INTO message VALUES ('msg_2108863ef001oOT9qKREXOlZLE', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573703663, 1795573704500, '{"parentID":"msg_21088449f001DLJul3J7cdpoBt","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/dev/project","root":"/home/dev/project"},"cost":0.0006,"tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"modelID":"claude-sonnet-4-5","providerID":"anthropic","time":{"created":1795573703663,"completed":1795573704499},"finish":"stop"}');
INSERT INTO part VALUES ('prt_21087e4d2001tAUI33blE4Cx61', 'msg_21087e4b5001VX2xaAlGpe1Lhi', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573675687, 1795573675758, '{"type":"text","text":"\"What is in this folder?\""}');
INSERT INTO part VALUES ('prt_210881cfa001WPf068yXjOmbx3', 'msg_21087f82e001mEw9xU4rZrk3m1', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573685498, 1795573685519, '{"snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-start"}');
INSERT INTO part VALUES ('prt_210881d11001EpDmXuMLiTOPc4', 'msg_21087f82e001mEw9xU4rZrk3m1', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573685521, 1795573685564, '{"type":"reasoning","text":"The user wants to see the folder.","time":{"start":1795573685521,"end":1795573685554},"metadata":{"anthropic":{"signature":"c2lnbmF0dXJl"}}}');
INSERT INTO part VALUES ('prt_210881d3d001yXDaWLaN3EtUtu', 'msg_21087f82e001mEw9xU4rZrk3m1', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573685565, 1795573685581, '{"type":"text","text":"I look.","time":{"start":1795573685565,"end":1795573685580}}');
INSERT INTO part VALUES ('prt_210881d5a001eYa1KKCet4Qhvn', 'msg_21087f82e001mEw9xU4rZrk3m1', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573685603, 1795573686417, '{"type":"tool","tool":"bash","callID":"call_1","state":{"status":"completed","input":{"command":"ls","description":"Look at the folder"},"output":"a.txt\nb.txt\n","metadata":{"output":"a.txt\nb.txt\n","exit":0,"truncated":false},"title":"ls","time":{"start":1795573685708,"end":1795573686416}}}');
INSERT INTO part VALUES ('prt_2108821a9001Ir2m66icoMuEVX', 'msg_21087f82e001mEw9xU4rZrk3m1', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573686697, 1795573686700, '{"reason":"tool-calls","snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-finish","tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"cost":0.0006}');
INSERT INTO part VALUES ('prt_210882560001VfjnUvTEWlE681', 'msg_2108822170012HgjnCLEqQ1J2Z', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573687648, 1795573687649, '{"snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-start"}');
INSERT INTO part VALUES ('prt_21088256c001CqMOVSke8SZDir', 'msg_2108822170012HgjnCLEqQ1J2Z', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573687660, 1795573687674, '{"type":"text","text":"There are two files: **a.txt** and **b.txt**.","time":{"start":1795573687660,"end":1795573687667}}');
INSERT INTO part VALUES ('prt_21088261a001uLgP7IGpppdKaD', 'msg_2108822170012HgjnCLEqQ1J2Z', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573687834, 1795573687836, '{"reason":"stop","snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-finish","tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"cost":0.0006}');
INSERT INTO part VALUES ('prt_2108844a50018IwzxZJz4nKmol', 'msg_21088449f001DLJul3J7cdpoBt', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573698563, 1795573698575, '{"type":"text","text":"\"And what is in the missing file?\""}');
INSERT INTO part VALUES ('prt_210885cd9001UWqvzppWD75p3z', 'msg_21088505a001dfDjyLsyMRkJaa', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573701849, 1795573701852, '{"snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-start"}');
INSERT INTO part VALUES ('prt_210885cdd001dGlyxC67lBXjZz', 'msg_21088505a001dfDjyLsyMRkJaa', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573701853, 1795573701866, '{"type":"reasoning","text":"The user wants to see the folder.","time":{"start":1795573701853,"end":1795573701864},"metadata":{"anthropic":{"signature":"c2lnbmF0dXJl"}}}');
INSERT INTO part VALUES ('prt_210885cef001oGRD68w3VwxGvQ', 'msg_21088505a001dfDjyLsyMRkJaa', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573701871, 1795573701892, '{"type":"text","text":"I look.","time":{"start":1795573701871,"end":1795573701884}}');
INSERT INTO part VALUES ('prt_210885d0d0011mpihoSrKyioTO', 'msg_21088505a001dfDjyLsyMRkJaa', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573701901, 1795573702458, '{"type":"tool","tool":"bash","callID":"call_5","state":{"status":"completed","input":{"command":"cat missing-file","description":"Look at the folder"},"output":"cat: missing-file: No such file or directory\n","metadata":{"output":"cat: missing-file: No such file or directory\n","exit":1,"truncated":false},"title":"cat missing-file","time":{"start":1795573701929,"end":1795573702433}}}');
INSERT INTO part VALUES ('prt_210886163001VT1Gi3wcr4V0gM', 'msg_21088505a001dfDjyLsyMRkJaa', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573703012, 1795573703146, '{"reason":"tool-calls","snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-finish","tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"cost":0.0006}');
INSERT INTO part VALUES ('prt_2108865e5001yJlqC5Ic8w5x9x', 'msg_2108863ef001oOT9qKREXOlZLE', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573704165, 1795573704190, '{"snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-start"}');
INSERT INTO part VALUES ('prt_210886601001eEAscXqGyoNRiw', 'msg_2108863ef001oOT9qKREXOlZLE', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573704193, 1795573704225, '{"type":"text","text":"It is not there.","time":{"start":1795573704193,"end":1795573704223}}');
INSERT INTO part VALUES ('prt_210886698001QmY76pYWwFd0eI', 'msg_2108863ef001oOT9qKREXOlZLE', 'ses_def781d1dffe3zm43v6TA2sFBf', 1795573704344, 1795573704348, '{"reason":"stop","snapshot":"2bdf04adb23d2b40b6085efb230856e5e2a775b7","type":"step-finish","tokens":{"total":120,"input":100,"output":20,"reasoning":0,"cache":{"write":0,"read":0}},"cost":0.0006}');
