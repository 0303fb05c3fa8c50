interface Measured {
  readonly what: string
  readonly goal: string
  readonly found: string
  /** A command of this repository. */
  readonly by: string
}

/** Measured in a data folder with 10,000 conversations and 1,000,000 messages, written through the store itself. */
const MEASURED: readonly Measured[] = [
  {
    what: 'The whole file against what was said (805 MB)',
    goal: 'at most 2',
    found: '1.38, the search index 0.77 of it',
    by: 'npm run bench find',
  },
  {
    what: 'Start of the host to its list',
    goal: 'under 1 s',
    found: 'median 1,290 ms, without any conversation 981 ms',
    by: 'npm run bench list',
  },
  {
    what: 'The last 100 messages of any conversation',
    goal: 'under 50 ms',
    found: 'median 6 ms; 95 of 100 within 14 to 27 ms',
    by: 'npm run bench open',
  },
  {
    what: 'First turn in a conversation of 20,200 messages with a summary after each 400, from the message to the request',
    goal: 'under 300 ms',
    found: 'median 128 ms, 336 ms at the first start of three, at a load of 9',
    by: 'npm run bench long',
  },
  {
    what: 'Start of the host to its list, with 1,000,000 entries in the log',
    goal: 'under 2 s',
    found: '1,167 to 1,435 ms in five starts, at a load of 4',
    by: 'npm exec -- vitest run --mode deep --project deep e2e/years-of-history.deep.test.ts',
  },
  {
    what: 'Longest wait of others while a conversation of 20,200 messages is forked',
    goal: 'at most 50 ms',
    found: 'not reached: 193 to 434 ms, at a load of 4 to 7',
    by: 'npm run bench fork',
  },
  {
    what: 'Searches of nine kinds',
    goal: 'under 100 ms',
    found: 'medians of 6 to 116 ms; the slowest is one in a folder where there is nothing',
    by: 'npm run bench find',
  },
  {
    what: 'Rescue of a damaged database of 205 MB',
    goal: 'under 5 s',
    found: '2.9 s of a processor',
    by: 'npm run bench rescue',
  },
]

const ABOUT =
  'What `npm run bench` said last of a data folder with 10,000 conversations and 1,000,000 messages, written through the store itself. It was measured on two busy cores (a load of 5): measure on a quiet machine before you rely on the times.'

export function measuredPart(): string {
  const lines = MEASURED.map(
    ({ by, found, goal, what }) => `- ${what}: ${found}. Goal: ${goal}. \`${by}\``,
  )
  return `## Figures of the store\n\n${ABOUT}\n\n${lines.join('\n')}`
}
