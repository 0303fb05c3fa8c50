import { failed, ok } from '../../../../shared/result.ts'
import type { WorktreePort } from '../../ports/worktree-port.ts'

const NONE = 'There are no worktrees here.'

/** Conversations without worktrees. */
export const NO_WORKTREES: WorktreePort = {
  of: () => null,
  within: () => () => false,
  make: () => Promise.resolve(failed(NONE)),
  keep: () => ok(null),
  unmake: () => Promise.resolve(),
  setUp: () => Promise.resolve(failed(NONE)),
  facts: () => Promise.resolve(failed(NONE)),
  merge: () => Promise.resolve(failed(NONE)),
  remove: () => Promise.resolve(failed(NONE)),
  recover: () => Promise.resolve(),
}
