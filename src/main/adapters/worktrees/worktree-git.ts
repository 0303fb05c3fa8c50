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
const MOST_LINES = 8

/**
 * Returns why git gave up: its last lines, from its last error if that is longer. In between it may name each of thousands of
 * files, which are left out.
 */
export function endOf(text: string): string {
  const lines = text.trim().split('\n')
  const end = lines.slice(-LAST_LINES)
  const reason = lines.findLastIndex((line) => /^(fatal|error): /.test(line))
  if (reason < 0 || reason >= lines.length - LAST_LINES) return end.join('\n')
  const why = lines.slice(reason)
  return (why.length > MOST_LINES ? [...why.slice(0, 1), ...end] : why).join('\n')
}
