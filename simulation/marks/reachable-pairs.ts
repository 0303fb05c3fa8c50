import { readFileSync } from 'node:fs'

const PAGE = new URL('../../docs/machine.md', import.meta.url)

/**
 * Returns all pairs of a reachable state and an event, as the exploration of the core found them: docs/machine.md,
 * which a test compares with the code. An event that a state both takes and refuses gives two pairs.
 */
export function reachablePairs(): readonly string[] {
  const [, matrix = ''] = readFileSync(PAGE, 'utf8').split('## Every state and every event')
  return [...matrix.split('\n### ').slice(1).flatMap(pairsOf), ...NAMED_AS_A_STATE]
}

/** A refusal whose reason has the name of a state: the page lists it under what the event leads to. */
const NAMED_AS_A_STATE = ['cancelling × userMessage refused']

/** Reads the section of one state: its name, and a row per event: event, leads to, refused. */
function pairsOf(section: string): readonly string[] {
  const [state = '', ...lines] = section.split('\n')
  const rows = lines.filter((line) => line.startsWith('|')).slice(2)
  return rows.flatMap((row) => {
    const [event = '', leadsTo = '', refused = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return [
      ...(leadsTo === '' ? [] : [`${state} × ${event}`]),
      ...(refused === '' ? [] : [`${state} × ${event} refused`]),
    ]
  })
}

/** Pairs that the core decides but its runtime never causes, and why: a run that meets one has broken a promise. */
const NEVER: readonly { readonly why: string; readonly pairs: RegExp }[] = [
  {
    why: 'only a busy step that could not be saved ends in storeFailed',
    pairs: / × storeFailed refused/,
  },
  {
    why: 'a session is closed at rest, or when what still stops has had its time',
    pairs: /^(?!cancelling).* × sessionClosed refused/,
  },
  { why: 'a sub-agent starts none (I30)', pairs: /^(completed|failed) × childChanged/ },
  {
    why: 'a sub-agent whose tool did not end in time has failed, and nobody interrupts one',
    pairs: /^completed × toolFinished/,
  },
  {
    why: 'the tools of a sub-agent ask nobody',
    pairs: /^(completed|failed) × (toolAsked|questionWithdrawn)/,
  },
  {
    why: 'a sub-agent that has ended is not recovered',
    pairs: /^(completed|failed) × recovered$/,
  },
  {
    why: 'only a conversation that has just been made takes what a fork begins with',
    pairs: /^(?!idle × forked$).* × forked/,
  },
  {
    why: 'a person says where the folder is now of own conversations',
    pairs: /^(completed|failed) × settingsChanged refused/,
  },
  {
    why: 'images are dropped, and messages rewound, only in conversations of people',
    pairs: /^(completed|failed) × (attachmentsDropped|rewound)/,
  },
  {
    why: 'persons’ words never reach a sub-agent: the command refuses them',
    pairs: /^(completed|failed) × userMessage/,
  },
]

/**
 * Pairs that runs may meet, but need not. Awaited work is alive (I12), unless a port has a bug. A sub-agent that has
 * handed in its result is recovered only if a death falls between two writes of one step's group: one life in tens of
 * thousands. It is chance which state the hooks of a message or a turn find when they answer; to the machine, hooks of
 * a call are the call. The same is true of a question after the end of its call, and of a withdrawal just after the
 * answer: the runtime reports neither.
 */
export function isByFault(pair: string): boolean {
  return (
    / × (workLost|hooksAnswered|(toolAsked|questionWithdrawn) refused)/.test(pair) ||
    pair === 'completed × recovered refused'
  )
}

export function isNever(pair: string): boolean {
  return NEVER.some(({ pairs }) => pairs.test(pair))
}
