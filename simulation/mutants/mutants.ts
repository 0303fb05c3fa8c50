/** A planted bug: a module of ours in the place of one of src. */
export interface Mutant {
  readonly name: string
  /** From src/. */
  readonly standsInFor: string
  /** From simulation/. */
  readonly module: string
}

function mutant(name: string, standsInFor: string, file: string): Mutant {
  return { name, standsInFor, module: `mutants/${file}.ts` }
}

/**
 * Reliability.md, row 35. Conversations are not deleted yet: in the place of "deletion leaves a live effect" stands a
 * waiting message that is delivered and goes on waiting. A new one is one entry and one module.
 */
export const MUTANTS: readonly Mutant[] = [
  mutant('drop result on cancel', 'main/core/close-turn.ts', 'drop-result-on-cancel'),
  mutant('no fencing', 'main/core/transition.ts', 'no-fencing'),
  mutant('ack before commit', 'main/runtime/conversation-runtime.ts', 'ack-before-commit'),
  mutant('abort controller reused', 'main/runtime/running-work.ts', 'abort-controller-reused'),
  mutant('retry timer not cleared', 'main/runtime/running-work.ts', 'timer-not-cleared'),
  mutant('result before intent persisted', 'main/runtime/step-entries.ts', 'intent-late'),
  mutant('seq taken before the transaction', 'main/adapters/sqlite/commit.ts', 'seq-taken-early'),
  mutant('results split over two messages', 'main/runtime/request-desk.ts', 'results-split'),
  mutant('thinking trimmed', 'main/runtime/request-desk.ts', 'thinking-trimmed'),
  mutant('partial call kept', 'main/core/reply.ts', 'partial-call-kept'),
  mutant('recovery re-runs tool', 'main/core/recovery.ts', 'recovery-runs-tool'),
  mutant('idle set before persist', 'main/runtime/conversation-record.ts', 'idle-before-persist'),
  mutant('child result twice', 'main/core/sub-agents.ts', 'child-result-twice'),
  mutant('nested spawn allowed', 'main/core/permission-policy.ts', 'nested-spawn'),
  mutant('waiting message delivered twice', 'main/runtime/outbox.ts', 'delivered-twice'),
  mutant('image checked after persist', 'main/runtime/file-desk.ts', 'image-checked-late'),
]

export function findMutant(name: string | null): Mutant | null {
  if (name === null) return null
  const found = MUTANTS.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no mutant ${name}`)
  return found
}
