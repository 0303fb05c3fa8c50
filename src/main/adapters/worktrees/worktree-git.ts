import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import { type Filters, runGit } from '../git/run-git.ts'
import type { Supervisor } from '../processes/supervisor.ts'

export interface GitRequest {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly script: string
  readonly sandboxPolicy?: SandboxPolicy | null
  readonly filters?: Filters
  readonly mayFinish?: true
}

export interface GitOutput {
  readonly code: number
  readonly text: string
}

export type AskGit = (request: GitRequest) => Promise<Result<GitOutput, string>>

/** Checking out a large repository takes time. */
const LIMIT_MS = 120_000

/**
 * Runs git for worktrees. They are created, merged and removed outside the sandbox, as the user would do it: filters in the
 * user's own config run there (git-lfs), those of the repository do not, and hooks never run.
 */
export function askGitBy(supervisor: Pick<Supervisor, 'run'>): AskGit {
  return async ({ sandboxPolicy = null, filters = 'persons', ...request }) => {
    const { signal } = new AbortController()
    const limitMs = LIMIT_MS
    const ran = await runGit(supervisor, { ...request, sandboxPolicy, filters, limitMs, signal })
    if (ran.ok) return ok({ code: ran.value.code, text: ran.value.bytes.toString() })
    if (ran.error === 'stopped') return failed('Phoenix is closing.')
    return failed(ran.error === 'late' ? 'git did not answer in time.' : ran.error.sentence)
  }
}

const LAST_LINES = 3

/** What git says last, which is why it gave up: before that it may name each of thousands of files. */
export function endOf(text: string): string {
  return text.trim().split('\n').slice(-LAST_LINES).join('\n')
}
