/** A mutant that no test can or must notice, identified by file and name, and the reason. */
export interface Exception {
  readonly file: string
  readonly name: string
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'src/main/core/states/when-requesting.ts',
    name: "askedIn: phase.type === 'backoff' false in phase.type === 'backoff' || phase.withTools",
    reason: 'No answer is awaited in a backoff: the part is there for its type.',
  },
  {
    file: 'src/main/core/states/when-requesting.ts',
    name: "isAwaited: state.phase.type !== 'backoff' true in state.phase.type !== 'backoff' && state.phase.requestId === event.requestId",
    reason:
      'A backoff has no requestId, so that no event can equal it: the part is there for its type.',
  },
  {
    file: 'src/main/core/request/context-window.ts',
    name: 'usedOver: messages.length - 1 with +',
    reason:
      'It begins behind the last message, where there is none: what is not there is passed over.',
  },
  {
    file: 'src/main/core/request/context-window.ts',
    name: 'usedOver: content === undefined always false',
    reason: 'Within its bounds a list has no holes: the part is there for its type.',
  },
  {
    file: 'src/main/core/request/context-window.ts',
    name: 'usedOver: index < outputsFrom with <=',
    reason: 'There stands a reply, of which nothing is left out.',
  },
  {
    file: 'src/main/core/turn/outbox.ts',
    name: "readyAfter: state.type === 'awaitingLlm' true in state.type === 'awaitingLlm' && state.reason === 'toolResults'",
    reason: 'No other state has this reason: the part is there for its type.',
  },
  {
    file: 'src/main/core/round/permission-policy.ts',
    name: "forChange: case 'readOnly' removed",
    reason:
      'Who asks has answered it already: the case is there so that a new mode does not compile.',
  },
  {
    file: 'src/main/core/turn/outbox.ts',
    name: "readyAtRest: state.type === 'idle' true in state.type === 'idle' && state.unfinished === null",
    reason: 'Nothing else can be unfinished: the part is there for its type.',
  },
  {
    file: 'src/main/core/request/repairs.ts',
    name: "effortFor: content.repair.type === 'withoutEffort' true in content.type === 'repair' && content.model === model && content.repair.type === 'withoutE…",
    reason: 'No other repair has an effort: the part is there for its type.',
  },
  {
    file: 'src/main/core/round/recovery.ts',
    name: 'closeCall: assertNever(was) left out',
    reason: 'Never reached.',
  },
  {
    file: 'src/main/core/states/when-awaiting-approval.ts',
    name: "fits: verdict.type === 'ask' true in verdict.type === 'ask' && canBeRuled(verdict.why)",
    reason: 'Only calls that are asked for come here: the part is there for its type.',
  },
  {
    file: 'src/main/core/states/when-awaiting-approval.ts',
    name: "decided: given === undefined false in given === undefined || verdict.type !== 'ask'",
    reason: 'By then each call that is asked for has its answer: the part is there for its type.',
  },
  {
    file: 'src/main/core/states/when-awaiting-approval.ts',
    name: "decided: verdict.type !== 'ask' false in given === undefined || verdict.type !== 'ask'",
    reason: 'Only calls that are asked for have answers: the part is there for its type.',
  },
  {
    file: 'src/main/core/states/when-awaiting-sub-agents.ts',
    name: "timeIsUp: 'timerId' in phase true in 'timerId' in phase && phase.timerId === timerId",
    reason: 'What has no timer has no id that an event can equal: the part is there for its type.',
  },
]
