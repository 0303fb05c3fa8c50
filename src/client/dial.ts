import type { HostConnection } from '../shared/protocol/frames.ts'

/** The result of one attempt to reach the host. `ended`: retrying is useless until a person has acted. */
export type Dialled =
  | { readonly type: 'open'; readonly connection: HostConnection }
  | { readonly type: 'failed' }
  | { readonly type: 'ended' }

export type Dial = () => Promise<Dialled>
