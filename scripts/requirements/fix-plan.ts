import type { Chapter, Clause } from './clause.ts'

const HOLDS_NAMES = 'The turn and the round: results are messages, the state names them'

const oneTruth: readonly Clause[] = [
  { id: 'F-01', text: 'the state is the only truth: what is pending stands in it, nowhere else' },
  { id: 'F-02', text: 'a tool call: id, name, input' },
  { id: 'F-03', text: 'ToolExecuting holds the current call whole' },
  { id: 'F-04', text: 'ToolExecuting holds the remaining calls whole' },
  { id: 'F-05', text: 'ToolExecuting holds the completed results', settledBy: HOLDS_NAMES },
  { id: 'F-06', text: 'LlmResponse holds the calls, extracted from the content' },
  { id: 'F-07', text: 'a response without calls: Idle' },
  { id: 'F-08', text: 'a response with calls: the first runs, the rest remains' },
  { id: 'F-09', text: 'the executor keeps no pending calls: the effect says id, name and input' },
  { id: 'F-10', text: 'a call completes: the effect has id, name and input of the next' },
]

const properties: readonly Clause[] = [
  { id: 'F-11', text: 'generators for calls, results, states and events' },
  { id: 'P-1', text: 'valid state and valid effects after any walk' },
  { id: 'P-2', text: 'error is always recoverable' },
  { id: 'P-3', text: 'cancel from any working state reaches idle or cancelling' },
  { id: 'P-4', text: 'tool completion with the matching id always succeeds' },
  {
    id: 'P-5',
    text: 'busy states reject messages',
    settledBy: 'rule 1: under busyPolicy reject',
  },
  {
    id: 'P-6',
    text: 'every change of state is persisted',
    settledBy: 'Events on record: by the step of the runtime, not by an effect',
  },
  { id: 'F-12', text: 'a valid state has no call id twice among those that run or remain' },
  {
    id: 'F-13',
    text: 'a valid state has an attempt from 1 to 10',
    settledBy: 'rule 5: from 1 to 3',
  },
  { id: 'F-14', text: 'valid effects: a tool is executed only on the way into ToolExecuting' },
  { id: 'F-15', text: '1,000 cases for each property' },
  { id: 'F-16', text: 'no shrinking failures' },
  { id: 'F-17', text: 'CI runs the property tests', page: 'vitest.config.ts' },
]

const ports: readonly Clause[] = [
  {
    id: 'F-18',
    text: 'MessageStore and StateStore, behind an interface',
    settledBy: 'rule 9: one store, for one transaction',
  },
  { id: 'F-19', text: 'LlmClient behind an interface', page: 'src/main/runtime/ports/ports.ts' },
  { id: 'F-20', text: 'ToolExecutor behind an interface', page: 'src/main/runtime/ports/ports.ts' },
  {
    id: 'F-21',
    text: 'a mock model: queued replies and errors',
    page: 'src/main/runtime/fakes/scripted-model.ts',
  },
  {
    id: 'F-22',
    text: 'a mock of tools: an output for each name',
    page: 'src/main/runtime/fakes/held-tools.ts',
  },
  { id: 'F-23', text: 'a store in memory' },
  { id: 'F-24', text: 'the executor knows interfaces only', page: '.oxlintrc.json' },
  { id: 'F-25', text: 'test: a whole conversation: idle, the messages of user and agent' },
  { id: 'F-26', text: 'test: tools are executed, results go to the model' },
  { id: 'F-27', text: 'three or more such tests, without real I/O' },
  {
    id: 'F-28',
    text: 'optional: message content has types',
    page: 'src/shared/messages/message.ts',
  },
  { id: 'F-29', text: 'optional: tool input has types' },
]

/** Chapters 3 of docs/requirements.md: the phases of a plan. */
export const fixPlan: readonly Chapter[] = [
  { title: '3 · State machine fix plan: one truth', clauses: oneTruth },
  { title: '3 · State machine fix plan: properties', clauses: properties },
  { title: '3 · State machine fix plan: I/O behind ports, types', clauses: ports },
]
