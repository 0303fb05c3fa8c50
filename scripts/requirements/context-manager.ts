import type { Chapter, Clause } from './clause.ts'

const OTHERWISE = 'rule 4: no outcome of a tool takes this arrow'

/** Chapter 4 of docs/requirements.md: the arrows of a state diagram, in its own names (`toContextState`). */
const clauses: readonly Clause[] = [
  { id: 'A-00', text: '[*] -> Idle' },
  { id: 'A-01', text: 'Idle -> ProcessingUserMessage: user sends message' },
  { id: 'A-02', text: 'ProcessingUserMessage -> AwaitingLLMResponse: send to LLM' },
  { id: 'A-03', text: 'AwaitingLLMResponse -> StreamingLLMResponse: SSE stream starts' },
  { id: 'A-04', text: 'AwaitingLLMResponse -> ProcessingLLMResponse: full response received' },
  { id: 'A-05', text: 'AwaitingLLMResponse -> TransientFailure: connection error' },
  {
    id: 'A-06',
    text: 'StreamingLLMResponse -> StreamingLLMResponse: receives chunk',
    settledBy: 'Events on record: deltas are published, the state stays',
  },
  {
    id: 'A-07',
    text: 'StreamingLLMResponse -> ProcessingLLMResponse: stream ends with [DONE], or closes',
    settledBy: 'rule 13: with its last event; one that only closes is a failure (network)',
  },
  { id: 'A-08', text: 'StreamingLLMResponse -> TransientFailure: stream error' },
  { id: 'A-09', text: 'ProcessingLLMResponse -> AwaitingToolApproval: calls require approval' },
  { id: 'A-10', text: 'ProcessingLLMResponse -> ExecutingTools: calls are auto-approved' },
  { id: 'A-11', text: 'ProcessingLLMResponse -> Idle: final text answer' },
  { id: 'A-12', text: 'AwaitingToolApproval -> ExecutingTools: user approves' },
  { id: 'A-13', text: 'AwaitingToolApproval -> GeneratingResponse: user denies' },
  { id: 'A-14', text: 'ExecutingTools -> ProcessingToolResults: tools succeed' },
  {
    id: 'A-15',
    text: 'ExecutingTools -> TransientFailure: recoverable tool error',
    settledBy: OTHERWISE,
  },
  {
    id: 'A-16',
    text: 'ExecutingTools -> Failed: unrecoverable tool error',
    settledBy: OTHERWISE,
  },
  { id: 'A-17', text: 'ProcessingToolResults -> GeneratingResponse: results added to context' },
  { id: 'A-18', text: 'GeneratingResponse -> AwaitingLLMResponse: send updated context' },
  { id: 'A-19', text: 'TransientFailure -> AwaitingLLMResponse: retry from LLM error' },
  {
    id: 'A-20',
    text: 'TransientFailure -> ExecutingTools: retry from tool error',
    settledBy: OTHERWISE,
  },
  {
    id: 'A-21',
    text: 'TransientFailure -> Failed: max retries exceeded',
    settledBy: 'rules 4 and 5: after the fallback; error, which a message and Retry leave',
  },
]

export const contextManager: Chapter = { title: '4 · Context Manager FSM: the arrows', clauses }
