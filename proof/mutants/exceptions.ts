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
]
