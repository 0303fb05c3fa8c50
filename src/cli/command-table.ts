export interface Flag {
  readonly name: string
  /** What stands for its value; left out: it has none. */
  readonly value?: string
  readonly choices?: readonly string[]
  /** What a shell completes its value with. */
  readonly completes?: 'file' | 'folder'
  readonly about: string
}

export interface Argument {
  readonly name: string
  readonly isOptional?: boolean
  /** All that follow belong to it as well. */
  readonly isList?: boolean
}

export interface Subcommand {
  readonly name: string
  readonly summary: string
  readonly arguments: readonly Argument[]
  readonly flags: readonly Flag[]
  /** What the manual says beside, a paragraph each. */
  readonly details: readonly string[]
}

const DATA: Flag = {
  name: 'data',
  value: 'DIR',
  completes: 'folder',
  about: 'The data folder, in place of PHOENIX_DATA_DIR and the default.',
}
const HELP: Flag = { name: 'help', about: 'Says how it is used.' }
const VERSION: Flag = { name: 'version', about: 'Says which version of Phoenix this is.' }

/** Every command has these. */
export const COMMON_FLAGS: readonly Flag[] = [DATA, HELP, VERSION]

const ID: Argument = { name: 'ID' }

/** THE table of the command line: help, the manual, completions and docs/command-line.md are made of it. */
export const SUBCOMMANDS = [
  {
    name: 'run',
    summary: 'Says something to an agent in a folder and prints its answer.',
    arguments: [{ name: 'PROMPT', isOptional: true, isList: true }],
    flags: [
      {
        name: 'folder',
        value: 'DIR',
        completes: 'folder',
        about: 'Where the agent works; left out: here. Not with --resume.',
      },
      { name: 'model', value: 'MODEL', about: 'The model to ask, by its name in Settings.' },
      {
        name: 'permissions',
        value: 'MODE',
        choices: ['readOnly', 'ask', 'acceptEdits', 'auto'],
        about:
          'What the agent may do without asking; left out: as new conversations begin in the app.',
      },
      { name: 'resume', value: 'ID', about: 'Goes on in this conversation.' },
      {
        name: 'timeout',
        value: 'DURATION',
        about: 'Stops the turn after this time: 90s, 10m or 1h30m.',
      },
      {
        name: 'json',
        about: 'Prints what happens as JSON, an event a line, in place of the answer.',
      },
    ],
    details: [
      'The prompt is taken from standard input where it is - or left out and standard input is no terminal.',
      'The answer goes to standard output: on a terminal as it comes, else once it is saved, exactly. Everything else (what the agent says between its tool calls, the calls, retries, questions) goes to standard error.',
      'Where standard input is a terminal, it asks there before anything that the permissions want to be asked for. Else it refuses that, tells the agent why, and ends with code 3. Questions of the agent are treated in the same way.',
      'Ctrl+C stops the turn as Stop does in the app. A second one ends the command at once.',
      'Where Phoenix runs with the same data folder, it does the work, and the conversation shows there. Else this command does it; background jobs of the agent then end with it.',
    ],
  },
  {
    name: 'list',
    summary: 'Lists the conversations, the last changed first.',
    arguments: [],
    flags: [{ name: 'archived', about: 'Lists the archived ones instead.' }],
    details: [
      'A line each, with tabs between: id, time of the last change (UTC), state, folder, title.',
    ],
  },
  {
    name: 'show',
    summary: 'Shows what was said in a conversation, with tools as one line each.',
    arguments: [ID],
    flags: [],
    details: [],
  },
  {
    name: 'export',
    summary: 'Writes a conversation as a file.',
    arguments: [ID],
    flags: [
      {
        name: 'format',
        value: 'FORMAT',
        choices: ['markdown', 'json'],
        about: 'Left out: markdown. JSON has every message as Phoenix keeps it.',
      },
      {
        name: 'out',
        value: 'FILE',
        completes: 'file',
        about: 'Where to; left out: standard output. A file that is there is replaced.',
      },
    ],
    details: ['Images are named, not contained.'],
  },
  {
    name: 'search',
    summary: 'Finds what was said, run or printed in all conversations.',
    arguments: [{ name: 'WORDS', isList: true }],
    flags: [],
    details: [
      'For each conversation a line with its id and title, and an indented line for each place.',
    ],
  },
  {
    name: 'verify',
    summary: 'Replays the stored history and compares it with what is stored.',
    arguments: [{ ...ID, isOptional: true }],
    flags: [],
    details: ['Of all conversations, or of one. Ends with code 1 where one differs.'],
  },
  {
    name: 'acp',
    summary: 'Makes Phoenix an agent inside an editor, by the Agent Client Protocol.',
    arguments: [],
    flags: [],
    details: [
      'For Zed, JetBrains and other clients: they start it and speak to it on its standard input and output. docs/acp.md shows how to set it up.',
      'Its sessions are the conversations of the app. Where Phoenix runs with the same data folder, it does the work.',
      'When the client goes, what it began is stopped.',
    ],
  },
  {
    name: 'doctor',
    summary: 'Says what of this machine is missing, and how to get it.',
    arguments: [],
    flags: [],
    details: [
      'Shows no key. Ends with code 1 where something is missing that Phoenix cannot work without.',
    ],
  },
] as const satisfies readonly Subcommand[]

export type SubcommandName = (typeof SUBCOMMANDS)[number]['name']

/** Wherever an id is wanted. */
export const ABOUT_IDS =
  'An ID is that of phoenix list; its beginning is enough where no other begins so.'

/** `phoenix run [options] [PROMPT ...]` */
export function synopsisOf({ name, arguments: wanted }: Subcommand): string {
  const shown = wanted.map(({ name: of, isList = false, isOptional = false }) => {
    const text = isList ? `${of} ...` : of
    return isOptional ? `[${text}]` : text
  })
  return ['phoenix', name, '[options]', ...shown].join(' ')
}

/** `--folder DIR` */
export function writtenFlag({ name, value }: Flag): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
