import { readFileSync } from 'node:fs'

const PAGE = new URL('../../docs/machine.md', import.meta.url)

/**
 * All pairs of a state that can be reached and an event, as the exploration of the core has them: docs/machine.md, which a
 * test holds against the code. Where an event is both taken and refused in a state, these are two.
 */
export function reachablePairs(): readonly string[] {
  const [, matrix = ''] = readFileSync(PAGE, 'utf8').split('## Every state and every event')
  return [...matrix.split('\n### ').slice(1).flatMap(pairsOf), ...NAMED_AS_A_STATE]
}

/** A refusal whose reason is called as a state is: the page puts it among what an event leads to. */
const NAMED_AS_A_STATE = ['cancelling × userMessage refused']

/** Of the section of one state: its name, and a row for each event: event, leads to, refused. */
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

/** The core decides them, but its runtime never brings them about, and why: a run that does has broken a promise. */
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
 * What runs may meet, and none has to. Awaited work lives (I12), unless a port has a bug. A sub-agent that has handed in its
 * result is recovered only where a death falls between two writes of one step's group: one life in tens of thousands. Which
 * state hooks of a message or a turn find when they answer is chance; those of a call are, to the machine, the call. The same
 * is true of a question that comes behind the end of its call, and of its withdrawal when it has just been answered: the
 * runtime reports none later.
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
