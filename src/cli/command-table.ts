import { EXPORT_FORMATS } from '../client/export/format-names.ts'

export interface Flag {
  readonly name: string
  /** The placeholder for its value; absent if it takes none. */
  readonly value?: string
  readonly choices?: readonly string[]
  /** What shells offer as completions of its value. */
  readonly completes?: 'file' | 'folder'
  readonly about: string
}

export interface Argument {
  readonly name: string
  readonly isOptional?: boolean
  /** True if it takes all remaining arguments. */
  readonly isList?: boolean
  /** What shells offer as completions. */
  readonly completes?: 'file'
}

export interface Subcommand {
  readonly name: string
  readonly summary: string
  readonly arguments: readonly Argument[]
  readonly flags: readonly Flag[]
  /** More text for the manual, one paragraph each. */
  readonly details: readonly string[]
}

const DATA: Flag = {
  name: 'data',
  value: 'DIR',
  completes: 'folder',
  about: 'The data folder, instead of PHOENIX_DATA_DIR or the default.',
}
const HELP: Flag = { name: 'help', about: 'Shows this help.' }
const VERSION: Flag = { name: 'version', about: 'Shows the version of Phoenix.' }

/** The flags that are given instead of a command. */
export const LONE_FLAGS: readonly Flag[] = [HELP, VERSION]

/** The flags of every command. */
export const COMMON_FLAGS: readonly Flag[] = [DATA, ...LONE_FLAGS]

const ID: Argument = { name: 'ID' }

/** The table of the command line: help, manual, completions and docs/command-line.md are generated from it. */
export const SUBCOMMANDS = [
  {
    name: 'run',
    summary: 'Sends a prompt to an agent in a folder and prints its answer.',
    arguments: [{ name: 'PROMPT', isOptional: true, isList: true }],
    flags: [
      {
        name: 'folder',
        value: 'DIR',
        completes: 'folder',
        about: 'Where the agent works. Default: the current folder. Not with --resume.',
      },
      { name: 'model', value: 'MODEL', about: 'The model to ask, by its name in Settings.' },
      {
        name: 'permissions',
        value: 'MODE',
        choices: ['readOnly', 'ask', 'acceptEdits', 'auto'],
        about:
          'What the agent may do without asking. Default: as for new conversations in the app.',
      },
      { name: 'resume', value: 'ID', about: 'Continues this conversation.' },
      {
        name: 'from-diff',
        value: 'REVISION',
        about:
          'Starts from the changes since this revision, such as HEAD or main...HEAD. With -, starts from a diff on standard input.',
      },
      {
        name: 'from-issue',
        value: 'ISSUE',
        about: 'Starts from a GitHub issue, by its number or address. Needs gh, signed in.',
      },
      {
        name: 'timeout',
        value: 'DURATION',
        about: 'Stops the turn after this time: 90s, 10m or 1h30m.',
      },
      {
        name: 'json',
        about: 'Prints events as JSON, one per line, instead of the answer.',
      },
    ],
    details: [
      'If the prompt is -, or if it is omitted and standard input is not a terminal, it is read from standard input.',
      'A prompt that begins with / and the name of a command of yours or of the folder is sent as the text of that command, with the words after its name filled in, as in the app. Any other prompt is sent as it is: the app’s own commands, such as /compact, and a ! or @ do nothing here.',
      'With --from-diff or --from-issue the prompt may be omitted: the agent then reviews the diff, or works on the issue. Phoenix runs only git or gh for this, in the folder of the conversation.',
      'The answer goes to standard output: on a terminal as it arrives, otherwise unchanged once it is saved. Everything else (what the agent says between its tool calls, the calls, retries, questions) goes to standard error.',
      'If standard input is a terminal, the command asks there whenever a call needs approval. Otherwise it denies the call, tells the agent why, and exits with code 3. The agent learns that nobody can answer its questions, with the same code.',
      'Ctrl+C stops the turn, like Stop in the app. A second Ctrl+C ends the command at once.',
      'If Phoenix is running with the same data folder, it does the work and shows the conversation. Otherwise this command does the work, and the agent’s background jobs end with it.',
    ],
  },
  {
    name: 'list',
    summary: 'Lists the conversations, the most recently changed first.',
    arguments: [],
    flags: [{ name: 'archived', about: 'Lists archived conversations instead.' }],
    details: [
      'One line each, separated by tabs: id, time of the last change (UTC), state, folder, title.',
    ],
  },
  {
    name: 'show',
    summary: 'Shows what was said in a conversation, with one line per tool call.',
    arguments: [ID],
    flags: [],
    details: [],
  },
  {
    name: 'export',
    summary: 'Writes a conversation to a file.',
    arguments: [ID],
    flags: [
      {
        name: 'format',
        value: 'FORMAT',
        choices: EXPORT_FORMATS,
        about:
          'Default: markdown. JSON has every message as Phoenix stores it; YAML is the same, easier to read.',
      },
      { name: 'images', about: 'Includes the images. Otherwise they are only named.' },
      {
        name: 'out',
        value: 'FILE',
        completes: 'file',
        about:
          'The file to write. Default, or with -: standard output. An existing file is replaced.',
      },
      {
        name: 'redact',
        about:
          'Hides what looks like a key, a token or a password, and writes your home folder as ~.',
      },
    ],
    details: [],
  },
  {
    name: 'open',
    summary: 'Shows a conversation from a file, read only.',
    arguments: [{ name: 'FILE', completes: 'file' }],
    flags: [],
    details: [
      'A JSON export from Phoenix, or a session file from Claude Code, Codex, opencode or pi, of at most 50 MB. It is not added to any list, and nothing in it can run.',
      'In the app: Import a conversation, then Open a file.',
    ],
  },
  {
    name: 'search',
    summary: 'Finds what was said, run or printed in any conversation.',
    arguments: [{ name: 'WORDS', isList: true }],
    flags: [],
    details: [
      'Prints a line with the id and title of each conversation, and an indented line for each match.',
    ],
  },
  {
    name: 'verify',
    summary: 'Replays the event log and compares the result with what is stored.',
    arguments: [{ ...ID, isOptional: true }],
    flags: [],
    details: ['Verifies all conversations, or one. Exits with code 1 if any differs.'],
  },
  {
    name: 'acp',
    summary: 'Runs Phoenix as an agent inside an editor, by the Agent Client Protocol.',
    arguments: [],
    flags: [],
    details: [
      'For Zed, JetBrains and other clients, which start it and talk to it over standard input and output. docs/acp.md shows how to set it up.',
      'Its sessions are conversations in the app. If Phoenix is running with the same data folder, it does the work.',
      'When the client disconnects, everything it started is stopped.',
    ],
  },
  {
    name: 'token',
    summary: 'Creates, lists and revokes tokens for tools of your own.',
    arguments: [{ name: 'ACTION' }, { name: 'NAME', isOptional: true }],
    flags: [
      {
        name: 'scopes',
        value: 'LIST',
        about: 'What the token allows: read, write or approve, separated by commas. Default: read.',
      },
    ],
    details: [
      'ACTION is create, list or revoke. create and revoke need a NAME; revoke also takes an id.',
      'read: see conversations and the files of their folders. write: start and stop work, under the permissions that you have set. approve: act for you, allowing calls, answering questions and running commands. No token changes settings, keys, servers or tokens.',
      'create prints the token on standard output. It is shown once: only its hash is kept.',
      'list prints one line each, separated by tabs: id, created, last used (UTC, to the minute), scopes, name.',
      'revoke disconnects everything that uses the token, at once.',
    ],
  },
  {
    name: 'doctor',
    summary: 'Reports what is missing on this machine, and how to get it.',
    arguments: [],
    flags: [
      {
        name: 'folder',
        value: 'DIR',
        completes: 'folder',
        about: 'The folder whose .mcp.json is checked. Default: the current folder.',
      },
      { name: 'json', about: 'Prints one JSON object, as described below.' },
    ],
    details: [
      'Checks Node, ripgrep, git, gh, the browser for links, the data folder and its database, the sandbox, the model and its key, the keyring, and the MCP servers: whether the commands of yours are installed, and whether those of the folder are allowed. Changes no settings and starts no server. Creates the data folder if there is none.',
      'Never shows a key. Exits with code 1 if something is missing that Phoenix cannot work without; notes do not count.',
    ],
  },
] as const satisfies readonly Subcommand[]

export type SubcommandName = (typeof SUBCOMMANDS)[number]['name']

/** Shown wherever an id is expected. */
export const ABOUT_IDS = 'phoenix list shows the IDs; a unique beginning of an ID is enough.'

/** Returns, for example, `phoenix run [options] [PROMPT ...]`. */
export function synopsisOf({ name, arguments: expected }: Subcommand): string {
  const shown = expected.map(({ name: of, isList = false, isOptional = false }) => {
    const text = isList ? `${of} ...` : of
    return isOptional ? `[${text}]` : text
  })
  return ['phoenix', name, '[options]', ...shown].join(' ')
}

/** Returns, for example, `--folder DIR`. */
export function writtenFlag({ name, value }: Flag): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
