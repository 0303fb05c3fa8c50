import type { Supervisor } from '../processes/supervisor.ts'
import type { Session } from './session.ts'
import type { SignIns } from './sign-in/sign-in.ts'

export interface ConnectionParts {
  readonly supervisor: Pick<Supervisor, 'serve'>
  /** A fresh id. */
  readonly nextId: () => string
  /** Removes secrets from its log. */
  readonly clean: (text: string) => string
  /** Its state or its tools have changed. */
  readonly onChanged: () => void
  /** Absent: no sign-ins. */
  readonly signIns?: Pick<SignIns, 'providerFor'>
  /** For tests. */
  readonly startMs?: number
  readonly idleMs?: number
  readonly backoffMs?: number
}

export type Phase =
  | { readonly type: 'idle' }
  | { readonly type: 'starting'; readonly done: Promise<void>; readonly stop: AbortController }
  | { readonly type: 'running'; readonly session: Session; readonly since: number }
  | { readonly type: 'failed'; readonly problem: string; readonly retryAt: number }
