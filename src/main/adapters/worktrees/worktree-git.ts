import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import { type Filters, runGit } from '../git/run-git.ts'
import type { Supervisor } from '../processes/supervisor.ts'

export interface Asked {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly script: string
  readonly sandboxPolicy?: SandboxPolicy | null
  readonly filters?: Filters
}

export interface Said {
  readonly code: number
  readonly text: string
}

export type AskGit = (asked: Asked) => Promise<Result<Said, string>>

/** Checking out a large repository takes time. */
const LIMIT_MS = 120_000

/**
 * Runs git for worktrees. They are created, merged and removed outside the sandbox, as the user would do it: filters in the
 * user's own config run there (git-lfs), those of the repository do not, and hooks never run.
 */
export function askGitBy(supervisor: Pick<Supervisor, 'run'>): AskGit {
  return async ({ sandboxPolicy = null, filters = 'persons', ...asked }) => {
    const { signal } = new AbortController()
    const limitMs = LIMIT_MS
    const said = await runGit(supervisor, { ...asked, sandboxPolicy, filters, limitMs, signal })
    if (said.ok) return ok({ code: said.value.code, text: said.value.bytes.toString() })
    if (said.error === 'stopped') return failed('Phoenix is closing.')
    return failed(said.error === 'late' ? 'git did not answer in time.' : said.error.sentence)
  }
}
