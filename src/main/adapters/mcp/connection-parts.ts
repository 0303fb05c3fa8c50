import type { Supervisor } from '../processes/supervisor.ts'
import type { Session } from './session.ts'
import type { SignIns } from './sign-in/sign-in.ts'

export interface ConnectionParts {
  readonly supervisor: Pick<Supervisor, 'serve'>
  /** A fresh id. */
  readonly nextId: () => string
  /** Takes secrets out of what is kept of its log. */
  readonly clean: (text: string) => string
  /** Its state or its tools are others now. */
  readonly onChanged: () => void
  /** Absent: nobody signs in anywhere. */
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
