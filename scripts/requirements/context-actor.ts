import type { Chapter, Clause } from './clause.ts'

const PLAIN = 'docs/decisions/001-plain-typescript-runtime.md'

/** Chapter 5 of docs/requirements.md: events and rules. */
const events: readonly Clause[] = [
  { id: 'E-00', text: 'all events: id, timestamp, context, parent' },
  { id: 'E-01', text: 'SystemPromptEvent', settledBy: 'settingsChanged and sessionOpened' },
  { id: 'E-02', text: 'UserMessageEvent', settledBy: 'userMessage' },
  { id: 'E-03', text: 'AssistantMessageEvent', settledBy: 'llmResponded' },
  { id: 'E-04', text: 'FileAttachmentEvent, with source and type', settledBy: 'fileAttached' },
  {
    id: 'E-05',
    text: 'TextDeltaEvent: ephemeral, not persisted',
    settledBy: 'published with the request id, no event',
  },
  { id: 'E-06', text: 'SetLlmProviderConfigEvent', settledBy: 'settingsChanged' },
  { id: 'E-07', text: 'SetTimeoutEvent', settledBy: 'settingsChanged' },
  { id: 'E-08', text: 'SessionStartedEvent' },
  { id: 'E-09', text: 'SessionEndedEvent' },
  { id: 'E-10', text: 'AgentTurnStartedEvent' },
  { id: 'E-11', text: 'AgentTurnCompletedEvent, with durationMs' },
  { id: 'E-12', text: 'AgentTurnInterruptedEvent, with the reason' },
  { id: 'E-13', text: 'AgentTurnFailedEvent, with the error' },
]

const flow: readonly Clause[] = [
  { id: 'R5-01', text: 'one actor with its own mailbox for each context' },
  {
    id: 'R5-02',
    text: 'addEvent persists at once and returns void',
    settledBy: 'Events on record: accepted, refused or failed, in the same tick, after the commit',
  },
  { id: 'R5-03', text: 'subscribers get the events published after they subscribe' },
  {
    id: 'R5-04',
    text: 'events persist to YAML before the processing queue',
    settledBy: 'rule 9: to SQLite, before any effect and before anyone hears',
  },
  {
    id: 'R5-05',
    text: 'input while a turn is in flight: the running work is interrupted',
    settledBy: 'rule 1: under busyPolicy interrupt, or by the message',
  },
  { id: 'R5-06', text: 'input while a turn is in flight: turn interrupted is on record' },
  { id: 'R5-07', text: 'input while a turn is in flight: a new turn starts with it' },
  {
    id: 'R5-08',
    text: 'interruption waits for clean-up',
    settledBy: 'rule 3: for processes, at most 500 ms',
  },
  {
    id: 'R5-09',
    text: 'debounce: the turn starts N ms after the last event',
    settledBy: 'rule 2: under busyPolicy interrupt, at most 500 ms in all',
  },
  { id: 'R5-10', text: 'debounce: 100 ms by default, configurable' },
  {
    id: 'R5-11',
    text: 'SessionStarted MUST be emitted when the actor is created',
    settledBy:
      'Events on record: with the first event that it takes; one that takes none leaves no trace',
  },
  {
    id: 'R5-12',
    text: 'SessionEnded MUST be emitted when the actor closes',
    settledBy: 'Events on record: where the app died, as lost, ahead of the next SessionStarted',
  },
  { id: 'R5-13', text: 'both are persisted for the audit trail' },
  { id: 'R5-14', text: 'primary provider with retry, exponential backoff' },
  { id: 'R5-15', text: 'fallback provider on exhausted retries' },
  { id: 'R5-16', text: 'no parallel requests' },
]

const quality: readonly Clause[] = [
  { id: 'R5-17', text: 'services have mock implementations', page: PLAIN },
  { id: 'R5-18', text: 'actor tests manage lifecycles with scopes', page: PLAIN },
  { id: 'R5-19', text: 'pure functions where possible' },
  { id: 'R5-20', text: 'Effect idioms: Context.Tag', page: PLAIN },
  { id: 'R5-21', text: 'Effect idioms: Effect.fn', page: PLAIN },
  { id: 'R5-22', text: 'Effect idioms: Schema.TaggedClass for events', page: PLAIN },
  { id: 'R5-23', text: 'Effect idioms: Schema.TaggedError', page: PLAIN },
  { id: 'R5-24', text: 'Effect idioms: Prompt.Message of @effect/ai', page: PLAIN },
  { id: 'R5-25', text: 'Effect idioms: Schedule for retry', page: PLAIN },
  { id: 'R5-26', text: 'Effect idioms: Mailbox', page: PLAIN },
  { id: 'R5-27', text: 'Effect idioms: Stream.broadcastDynamic', page: PLAIN },
  {
    id: 'R5-28',
    text: 'observability: lifecycle events for tracing',
    settledBy: 'Events on record: each names the input that caused it',
  },
  { id: 'R5-29', text: 'observability: structured logging' },
  { id: 'R5-30', text: 'observability: OpenTelemetry' },
  { id: 'R5-31', text: 'Bun as runtime', page: 'docs/decisions/002-dependencies.md' },
  { id: 'R5-32', text: '@effect/platform for I/O', page: PLAIN },
  { id: 'R5-33', text: '@effect/ai LanguageModel', page: PLAIN },
  { id: 'R5-34', text: 'kebab-case file names', page: '.oxlintrc.json' },
  { id: 'R5-35', text: 'tests beside the source, .test.ts', page: 'vitest.config.ts' },
  { id: 'R5-36', text: 'eventually: replay of the event log' },
  { id: 'R5-37', text: 'eventually: a reducer that summarises', settledBy: 'rule 12: compaction' },
  { id: 'R5-38', text: 'eventually: many contexts at the same time' },
]

export const contextActor: Chapter = {
  title: '5 · ContextActor: events and rules',
  clauses: [...events, ...flow, ...quality],
}
