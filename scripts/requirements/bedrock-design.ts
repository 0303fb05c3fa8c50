import type { Chapter, Clause } from './clause.ts'
import { matrixRows } from './transition-matrix.ts'

const STEP = 'Events on record: what a step says is stored in one transaction, no effect'
const HOLDS_NAMES = 'The turn and the round: results are messages, the state names them'

const states: readonly Clause[] = [
  { id: 'D-01', text: 'all I/O in executors around a pure machine' },
  { id: 'D-02', text: 'Idle: ready for input, nothing pending' },
  { id: 'D-03', text: 'AwaitingLlm: message received, request being prepared' },
  { id: 'D-04', text: 'LlmRequesting: in flight, the attempt stands in the state' },
  {
    id: 'D-05',
    text: 'ToolExecuting: current call, remaining calls, completed results',
    settledBy: HOLDS_NAMES,
  },
  {
    id: 'D-06',
    text: 'Cancelling: waits for a graceful end, with the pending call',
    settledBy: 'rule 3: with the ids of the work that was told to stop, at most 500 ms (1 s)',
  },
  {
    id: 'D-07',
    text: 'AwaitingSubAgents: pending ids, completed results',
    settledBy: 'States: each sub-agent with its phase, in the order of the tasks',
  },
  { id: 'D-08', text: 'Error: message and kind, shown directly' },
  { id: 'D-09', text: 'error kind Auth: 401 and 403, not retried' },
  { id: 'D-10', text: 'error kind RateLimit: 429, retried until exhausted' },
  { id: 'D-11', text: 'error kind Network: timeout and connection, retried until exhausted' },
  {
    id: 'D-12',
    text: 'error kind InvalidRequest: 400, not retried',
    settledBy:
      'What goes to the model: asked again only where something is changed, each once a turn',
  },
  {
    id: 'D-13',
    text: 'error kind Unknown: other errors',
    settledBy: 'States: server, retried; internal where Phoenix itself is wrong',
  },
]

const eventsAndEffects: readonly Clause[] = [
  { id: 'D-14', text: 'UserMessage: text and images' },
  { id: 'D-15', text: 'UserCancel', settledBy: 'Events: cancelRequested, which says by whom' },
  { id: 'D-16', text: 'LlmResponse: content, end_turn, usage', settledBy: 'rule 13: how it ended' },
  {
    id: 'D-17',
    text: 'LlmError: error and attempt',
    settledBy: 'Events: with the id of its request; the attempt is only in the state',
  },
  {
    id: 'D-18',
    text: 'LlmStreamChunk',
    settledBy: 'Events on record: deltas are published, no event',
  },
  { id: 'D-19', text: 'RetryTimeout', settledBy: 'Events on record: timerFired, with its id' },
  {
    id: 'D-20',
    text: 'ToolComplete: tool_use_id and result',
    settledBy: 'Events: toolFinished, with the id of the run; any other is stale',
  },
  {
    id: 'D-21',
    text: 'SubAgentResult: agent_id and result',
    settledBy: 'Events on record: childChanged, with the id of the sub-agent; any other is stale',
  },
  { id: 'D-22', text: 'PersistMessage, with its type', settledBy: STEP },
  { id: 'D-23', text: 'PersistState', settledBy: STEP },
  {
    id: 'D-24',
    text: 'RequestLlm: messages and model',
    settledBy: 'What goes to the model: messages are projected from the history when it is sent',
  },
  { id: 'D-25', text: 'ExecuteTool: tool_use_id, name, input' },
  { id: 'D-26', text: 'SpawnSubAgent: agent_id, prompt, model' },
  {
    id: 'D-27',
    text: 'NotifyClient',
    settledBy: 'Events on record: published after the commit, no effect',
  },
  {
    id: 'D-28',
    text: 'ScheduleRetry: delay and attempt',
    settledBy: 'Effects: startTimer; the attempt is only in the state',
  },
]

const flow: readonly Clause[] = [
  { id: 'D-29', text: 'transition(state, context, event): a new state and effects, or invalid' },
  { id: 'D-30', text: 'the context: conversation, folder, model, sub-agent or not' },
  { id: 'D-31', text: 'a reply with three calls: only the first is executed, two remain' },
  { id: 'D-32', text: 'a call completes: the next is executed, its result is kept' },
  { id: 'D-33', text: 'the last completes: all results are stored, the model is asked' },
  { id: 'D-34', text: 'cancel: the current call gets "Cancelled by user"' },
  { id: 'D-35', text: 'cancel: those that remain get "Skipped due to cancellation"' },
  { id: 'D-36', text: 'cancel: each tool_use of the chain has its tool_result' },
  { id: 'D-37', text: 'first failure: attempt 2 in the state, after 1 s, clients told' },
  { id: 'D-38', text: 'the retry timer fires: the same state, the model is asked' },
  {
    id: 'D-39',
    text: 'third failure: "Failed after 3 attempts", with the kind',
    settledBy: 'rule 5: the words of the failure, then "Tried 3 times."',
  },
  {
    id: 'D-40',
    text: 'failure of auth: "Authentication failed" at once',
    settledBy: 'States: the sentence of the adapter, which says where to mend it',
  },
  { id: 'D-41', text: 'message in an error: stored, the model is asked' },
]

const subAgents: readonly Clause[] = [
  { id: 'D-42', text: 'submit_result is there for sub-agents only' },
  { id: 'D-43', text: 'submit_result: result, a string, required' },
  { id: 'D-44', text: 'submit_result: success, true where it is left out' },
  { id: 'D-45', text: 'submit_result: the parent hears, the sub-agent is completed' },
  {
    id: 'D-46',
    text: 'sub-agents have bash, patch, think, keyword_search, submit_result',
    settledBy: 'rule 11: the tools of every conversation, under their names here',
  },
  { id: 'D-47', text: 'sub-agents have no tool to spawn' },
]

const schema: readonly Clause[] = [
  { id: 'D-48', text: 'conversations: an id' },
  { id: 'D-49', text: 'conversations: a slug, unique', page: 'docs/decisions/004-storage.md' },
  { id: 'D-50', text: 'conversations: cwd, fixed at creation' },
  { id: 'D-51', text: 'conversations: the parent, NULL for those of users' },
  {
    id: 'D-52',
    text: 'conversations: user_initiated, FALSE for sub-agents',
    settledBy: 'States: it has no parent; no second copy of that fact',
  },
  { id: 'D-53', text: 'conversations: state with its data, and when it changed' },
  { id: 'D-54', text: 'conversations: created_at, updated_at' },
  { id: 'D-55', text: 'conversations: archived' },
  { id: 'D-56', text: 'deleting a conversation deletes its sub-agents and its messages' },
  { id: 'D-57', text: 'messages: a sequence in their conversation, and when' },
  { id: 'D-58', text: 'messages: a type: user, agent, tool, system, error' },
  {
    id: 'D-59',
    text: 'messages: who acts: human, agent, system',
    settledBy: 'Events on record: the type, and of a user message its author',
  },
  { id: 'D-60', text: 'messages: content, as JSON' },
  { id: 'D-61', text: 'messages: display_data', page: 'docs/decisions/004-storage.md' },
  { id: 'D-62', text: 'messages: usage_data' },
]

const loop: readonly Clause[] = [
  { id: 'D-63', text: 'one runtime for each active conversation' },
  { id: 'D-64', text: 'events one after the other, through the transition' },
  { id: 'D-65', text: 'the state is stored before the effects' },
  {
    id: 'D-66',
    text: 'effects are executed serially',
    settledBy: 'One step of the runtime: started in order, never awaited',
  },
  { id: 'D-67', text: 'clients get the state' },
  { id: 'D-68', text: 'a terminal state ends the loop' },
  { id: 'D-69', text: 'test: transitions are deterministic' },
  {
    id: 'D-70',
    text: 'test: a cancel stores a synthetic result for each pending call, 1 + remaining',
  },
  { id: 'D-71', text: 'test: a whole conversation: message, model, tools in order, answer' },
  { id: 'D-72', text: 'test: a cancel in each state, with the message chain verified' },
  { id: 'D-73', text: 'test: recovery from errors: retries exhausted, not retryable' },
  { id: 'D-74', text: 'test: sub-agents: spawned, submitted, aggregated' },
  { id: 'D-75', text: 'test: recovery after a restart' },
  { id: 'D-76', text: 'file organization', page: 'AGENTS.md' },
]

/** Chapters 2 of docs/requirements.md; the matrix is in transition-matrix.ts. */
export const bedrockDesign: readonly Chapter[] = [
  { title: '2 · Bedrock design: states', clauses: states },
  { title: '2 · Bedrock design: events and effects', clauses: eventsAndEffects },
  { title: '2 · Bedrock design: transition, rounds, cancel, retry', clauses: flow },
  { title: '2 · Bedrock design: sub-agents', clauses: subAgents },
  { title: '2 · Bedrock design: the transition matrix', clauses: matrixRows },
  { title: '2 · Bedrock design: the schema', clauses: schema },
  { title: '2 · Bedrock design: the event loop and its tests', clauses: loop },
]
