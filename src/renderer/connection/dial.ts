import type { ClientFrame, Connection, HostFrame } from '../../shared/frames.ts'

/** The line to the host. What is sent comes with its JSON: it was measured, and is made once. */
export interface HostConnection extends Omit<Connection<ClientFrame, HostFrame>, 'send'> {
  send(frame: ClientFrame, json: string): void
}

/** What comes of one try to reach the host. `ended`: trying again is of no use. */
export type Dialled =
  | { readonly type: 'open'; readonly connection: HostConnection }
  | { readonly type: 'failed' }
  | { readonly type: 'ended' }

export type Dial = () => Promise<Dialled>
