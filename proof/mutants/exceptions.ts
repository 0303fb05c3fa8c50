/** A mutant that no test can or need notice, by file and name, and why. */
export interface Exception {
  readonly file: string
  readonly name: string
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'src/main/core/when-requesting.ts',
    name: "isAwaited: state.phase.type !== 'backoff' true in state.phase.type !== 'backoff' && state.phase.requestId === event.requestId",
    reason:
      'A backoff has no requestId, so that no event can equal it: the part is there for its type.',
  },
  {
    file: 'src/main/core/context-window.ts',
    name: 'usedTokens: messages.length - 1 with +',
    reason:
      'It begins behind the last message, where there is none: what is not there is passed over.',
  },
  {
    file: 'src/main/core/context-window.ts',
    name: 'usedTokens: content === undefined always false',
    reason: 'Within its bounds a list has no holes: the part is there for its type.',
  },
  {
    file: 'src/main/core/context-window.ts',
    name: "newestWords: content.type === 'user' true in content.type === 'user' && content.author === 'person'",
    reason: 'Nothing else has an author: the part is there for its type.',
  },
  {
    file: 'src/main/core/outbox.ts',
    name: "dueAfter: state.type === 'awaitingLlm' true in state.type === 'awaitingLlm' && state.reason === 'toolResults'",
    reason: 'No other state has this reason: the part is there for its type.',
  },
  {
    file: 'src/main/core/permission-policy.ts',
    name: "forChange: case 'readOnly' removed",
    reason:
      'Who asks has answered it already: the case is there so that a new mode does not compile.',
  },
  {
    file: 'src/main/core/recovery.ts',
    name: 'closeCall: assertNever(was) left out',
    reason: 'Never reached.',
  },
]
