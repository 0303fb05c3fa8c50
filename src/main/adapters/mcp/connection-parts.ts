import type { Supervisor } from '../processes/supervisor.ts'
import type { Session } from './session.ts'
import type { SignIns } from './sign-in/sign-in.ts'

export interface ConnectionParts {
  readonly supervisor: Pick<Supervisor, 'serve'>
  /** Returns a new id. */
  readonly nextId: () => string
  /** Removes secrets from the server's log. */
  readonly clean: (text: string) => string
  /** Called when the server's state or tools have changed. */
  readonly onChanged: () => void
  /** Default: no sign-ins. */
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
