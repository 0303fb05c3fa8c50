import type { Clause } from './clause.ts'

/** The transition matrix of chapter 2 of docs/requirements.md, row by row. */
export const matrixRows: readonly Clause[] = [
  { id: 'M-01', text: 'Idle + UserMessage: AwaitingLlm; message and state stored' },
  { id: 'M-02', text: 'AwaitingLlm (internal): LlmRequesting 1; request' },
  {
    id: 'M-03',
    text: 'LlmRequesting + response without tools: Idle; message stored, clients told',
  },
  { id: 'M-04', text: 'LlmRequesting + response with tools: ToolExecuting; the first one starts' },
  {
    id: 'M-05',
    text: 'LlmRequesting n < 3 + retryable error: n + 1; retry scheduled, clients told',
  },
  { id: 'M-06', text: 'LlmRequesting + RetryTimeout: the same; request' },
  {
    id: 'M-07',
    text: 'LlmRequesting 3 + retryable error: Error; clients told',
    settledBy: 'rule 5: where no fallback is set',
  },
  { id: 'M-08', text: 'LlmRequesting + error that does not pass: Error; clients told' },
  {
    id: 'M-09',
    text: 'LlmRequesting + UserCancel: Cancelling; state stored',
    settledBy: 'rule 3: idle at once, an aborted request is never waited for',
  },
  {
    id: 'M-10',
    text: 'LlmRequesting + UserMessage: rejected, "agent is busy"',
    settledBy: 'rule 1: under busyPolicy reject',
  },
  { id: 'M-11', text: 'ToolExecuting, last + ToolComplete: AwaitingLlm; message stored' },
  { id: 'M-12', text: 'ToolExecuting + ToolComplete: the next one; message stored, it starts' },
  {
    id: 'M-13',
    text: 'ToolExecuting + UserCancel: Idle; synthetic results stored, clients told',
    settledBy: 'rule 3: by way of cancelling',
  },
  {
    id: 'M-14',
    text: 'ToolExecuting + UserMessage: rejected, "agent is busy"',
    settledBy: 'rule 1: under busyPolicy reject',
  },
  {
    id: 'M-15',
    text: 'Cancelling + LlmResponse: Idle; clients told',
    settledBy: 'rule 3: the response of an aborted request is stale and changes nothing',
  },
  {
    id: 'M-16',
    text: 'Cancelling + UserMessage: rejected, "cancellation in progress"',
    settledBy: 'rule 1: under busyPolicy reject',
  },
  { id: 'M-17', text: 'Error + UserMessage: AwaitingLlm; message and state stored' },
  {
    id: 'M-18',
    text: 'Idle + SpawnSubAgents: AwaitingSubAgents; N spawned',
    settledBy: 'rule 11: a tool call, never from idle',
  },
  { id: 'M-19', text: 'AwaitingSubAgents + last SubAgentResult: AwaitingLlm; message stored' },
  {
    id: 'M-20',
    text: 'AwaitingSubAgents + UserMessage: rejected, "agent is busy"',
    settledBy: 'rule 1: under busyPolicy reject',
  },
]
