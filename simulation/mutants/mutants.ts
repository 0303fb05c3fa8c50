/** A planted bug: a simulator module that replaces a module of src. */
export interface Mutant {
  readonly name: string
  /** Path within src/. */
  readonly replaces: string
  /** Path within simulation/. */
  readonly module: string
  /** Prefixes of the promises that it breaks. */
  readonly breaks: readonly string[]
}

function mutant(name: string, replaces: string, file: string, breaks: readonly string[]): Mutant {
  return { name, replaces, module: `mutants/${file}.ts`, breaks }
}

/** The bugs that the simulation must find (row 35). A new one is one entry and one module. */
export const MUTANTS: readonly Mutant[] = [
  mutant('drop result on cancel', 'main/core/round/close-turn.ts', 'drop-result-on-cancel', [
    'I1 ',
  ]),
  mutant('no fencing', 'main/core/transition.ts', 'no-fencing', [
    'the log leads to what is stored',
    'I16',
    'I9',
    'I39',
    'I22',
  ]),
  mutant(
    'ack before commit',
    'main/runtime/conversation/conversation-runtime.ts',
    'ack-before-commit',
    [
      'I20',
      // The watch sees a state whose work has not started yet.
      'the app has nothing to warn of',
    ],
  ),
  mutant(
    'abort controller reused',
    'main/runtime/conversation/running-work.ts',
    'abort-controller-reused',
    ['I19', 'the next message is answered'],
  ),
  mutant(
    'retry timer not cleared',
    'main/runtime/conversation/running-work.ts',
    'timer-not-cleared',
    ['I12 I18', 'phase C'],
  ),
  mutant(
    'result before intent persisted',
    'main/runtime/conversation/record/step-entries.ts',
    'intent-late',
    ['the log leads to what is stored', 'I22'],
  ),
  mutant('seq taken before the transaction', 'main/adapters/sqlite/commit.ts', 'seq-taken-early', [
    'the log leads to what is stored',
    'the app has nothing to warn of',
    'I27',
    'I28',
  ]),
  mutant(
    'results split over two messages',
    'main/runtime/conversation/request-builder.ts',
    'results-split',
    ['row 16'],
  ),
  mutant('thinking trimmed', 'main/runtime/conversation/request-builder.ts', 'thinking-trimmed', [
    'row 16',
  ]),
  mutant('rewound messages are sent', 'shared/messages/active-messages.ts', 'rewound-sent', [
    'a request holds no rewound messages',
    // A rewound message may be the result of a call that is still active.
    'row 16',
  ]),
  mutant('partial call kept', 'main/core/round/reply.ts', 'partial-call-kept', [
    'a call that was cut',
  ]),
  mutant('recovery re-runs tool', 'main/core/round/recovery.ts', 'recovery-runs-tool', [
    'I26',
    'I24',
    'I23',
    // A run that was never judged has no sandbox.
    'commands are sandboxed where they can be',
    // A state that a recovery keeps has the timers of an earlier life.
    'I12 no state outlives its timer',
    'the app has nothing to warn of',
    // The same is true of a state whose recovery could not be saved.
    'the live state is the folded one',
  ]),
  mutant(
    'idle set before persist',
    'main/runtime/conversation/record/conversation-record.ts',
    'idle-before-persist',
    ['the live state is the folded one', 'I24', 'I27', 'I28', 'I20'],
  ),
  mutant('child result twice', 'main/core/round/sub-agents.ts', 'child-result-twice', ['I31']),
  mutant('nested spawn allowed', 'main/core/round/permission-policy.ts', 'nested-spawn', ['I30']),
  mutant(
    'waiting message delivered twice',
    'main/runtime/conversation/record/outbox.ts',
    'delivered-twice',
    ['R13'],
  ),
  mutant(
    'image checked after persist',
    'main/runtime/commands/session/uploads.ts',
    'image-checked-late',
    ['what is wrong is refused'],
  ),
  mutant('nobody watches', 'main/runtime/conversation/liveness-watch.ts', 'no-watch', [
    'I12 ',
    'row 1',
  ]),
  mutant('limit in time not carried', 'main/core/turn/turn-clock.ts', 'clock-not-carried', ['I43']),
  mutant(
    'client unguarded',
    'main/runtime/commands/session/client-session.ts',
    'client-unguarded',
    ['no step comes to harm'],
  ),
  mutant(
    'inspection without end',
    'main/runtime/conversation/inspect-calls.ts',
    'inspection-without-end',
    ['I12 an answer is taken'],
  ),
]

/** Other kinds than those of row 35: bugs once planted by hand that no test or life found. */
export const MORE_MUTANTS: readonly Mutant[] = [
  mutant(
    'effect ahead of its flush',
    'main/runtime/conversation/when-kept.ts',
    'effect-ahead-of-flush',
    ['row 9 nothing begins'],
  ),
  mutant('frame ahead of its flush', 'main/hosts/shared/hold-frames.ts', 'frame-ahead-of-flush', [
    'row 9 nothing is',
  ]),
  mutant('waiting ahead of its flush', 'main/hosts/shared/serve.ts', 'waiting-ahead-of-flush', [
    'R13 a message that waits is not lost',
  ]),
  mutant('attempts reset by a beginning', 'main/core/states/when-requesting.ts', 'attempts-reset', [
    'row 4',
  ]),
  mutant('timer of a tool kept', 'main/core/states/when-executing-tools.ts', 'timer-kept', [
    'I12 I18',
    'I18',
  ]),
  mutant(
    'time goes on while asking',
    'main/core/states/when-awaiting-sub-agents.ts',
    'asking-timed',
    ['I12 I18', 'I18'],
  ),
  mutant('ended as if by a person', 'main/core/turn/halt.ts', 'ended-as-by-user', ['T11']),
  mutant('stopped as if by a person', 'main/core/turn/halt.ts', 'stopped-as-by-user', ['T11']),
  mutant('result told twice', 'main/core/round/close-turn.ts', 'result-twice', ['I1 ']),
  mutant('second answer wins', 'main/core/states/when-awaiting-approval.ts', 'second-answer-wins', [
    'rule 6',
  ]),
  mutant('outbox not held', 'main/core/turn/outbox.ts', 'outbox-not-held', ['R13']),
  mutant(
    'missed change forgotten',
    'main/runtime/conversation/conversation-runtime.ts',
    'missed-change',
    ['a change of settings'],
  ),
  mutant('aborted request shown', 'main/runtime/conversation/ask-model.ts', 'aborted-shown', [
    'I9',
  ]),
  mutant('started call recovered as not run', 'main/core/round/recovery.ts', 'started-as-not-run', [
    'a result is true',
    'I16',
  ]),
  mutant('one call more than allowed', 'main/core/turn/turn-limits.ts', 'one-call-more', ['I38']),
  mutant('long retry-after waited for', 'main/core/round/retry-policy.ts', 'long-wait', ['row 4']),
  mutant('sub-agents left working', 'main/core/round/close-turn.ts', 'children-left-working', [
    'I32',
  ]),
  mutant(
    'deletion leaves a live effect',
    'main/runtime/registry/deletions.ts',
    'deletion-leaves-effect',
    ['T74', 'I35'],
  ),
  mutant('turn in a folder that is gone', 'main/core/machine/step.ts', 'gone-folder', [
    'no turn begins',
  ]),
]

/** Planted in addition to those of row 35, for what those do not cover: I34, I41. */
export const FAR_MUTANT = mutant(
  'fault of another conversation',
  'main/runtime/conversation/record/conversation-record.ts',
  'fault-of-another',
  ['I34'],
)
export const KEY_MUTANT = mutant(
  'key echoed',
  'main/runtime/commands/command-handlers.ts',
  'key-echoed',
  ['I41'],
)

export function findMutant(name: string | null): Mutant | null {
  if (name === null) return null
  const found = [...MUTANTS, ...MORE_MUTANTS, FAR_MUTANT, KEY_MUTANT].find(
    (each) => each.name === name,
  )
  if (found === undefined) throw new Error(`there is no mutant ${name}`)
  return found
}
