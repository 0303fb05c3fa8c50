import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Input } from '../src/main/core/machine/event.ts'

/** A description of what each state waits for. A new state does not compile until it is listed here. */
export const STATE_WORDS: { readonly [Type in ConversationState['type']]: string } = {
  idle: 'Rests. Waits for a message; a sub-agent for its task.',
  awaitingLlm:
    'A request is due. Waits for its timer, at once or after the wait for more messages.',
  llmRequesting:
    'A model is asked. Waits for its answer (connecting, streaming), or for the next attempt (backoff).',
  awaitingApproval: 'A person is asked about calls. Waits for the answers, without a time limit.',
  awaitingAnswer:
    'A person is asked a question. Waits for the answer: without a time limit if the agent asks, with a timer if a running call does.',
  toolExecuting: 'One call runs. Waits for its result, with a timer behind its limit.',
  awaitingSubAgents: 'Sub-agents work. Waits until each has ended, with a timer behind each.',
  cancelling: 'Work was told to stop. Waits for its end, half a second or one second at most.',
  contextExhausted: 'Rests. The model can read no more; a person chooses the way out.',
  error: 'Rests. The turn failed; a message or Retry leads out.',
  completed: 'A sub-agent has handed in its result. Nothing leads out.',
  failed: 'A sub-agent has ended without a result. Nothing leads out.',
}

/** The meaning of each event. A new event does not compile until it is listed here. */
export const EVENT_WORDS: { readonly [Type in Input['type']]: string } = {
  userMessage: 'a person sends a message, by the policy, to interrupt or to join',
  cancelRequested: 'Stop, by a person, the parent or the time of a sub-agent',
  approvalAnswered: 'a person answers calls that are asked about',
  questionAnswered: 'a person answers a question of the agent or of a running call, or skips it',
  continueRequested: 'a person presses Continue',
  retryRequested: 'a person presses Retry',
  compactRequested: 'a person asks for a summary',
  turnExtended: 'a person gives the turn more time',
  attachmentsDropped: 'a person has images left out of requests',
  rewound: 'a person takes back messages to say them again',
  forked: 'the conversation begins with what was said in another',
  settingsChanged: 'settings, model, permissions, rules or the folder change',
  editsUndone: 'a person had edits put back',
  hooksAnswered: 'hooks looked at a message before it is sent, or at a turn that has ended',
  shutdownRequested: 'Phoenix is closed',
  sessionOpened: 'a runtime begins, ahead of its first event',
  sessionClosed: 'a runtime ends',
  recovered: 'after a restart: what the store found',
  timerFired: 'a timer is due',
  llmStreamStarted: 'the first byte of an answer',
  llmResponded: 'a whole answer',
  llmFailed: 'a request failed',
  toolFinished: 'a call has its result',
  toolAsked: 'the running call asks a person',
  questionWithdrawn: 'the running call no longer wants the answer',
  childChanged: 'a sub-agent works, asks or has ended',
  workLost: 'work or a timer is gone without a report',
  storeFailed: 'a step could not be saved',
}
