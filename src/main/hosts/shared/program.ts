import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import type { TokenAuthenticator } from '../../adapters/tokens/tokens.ts'

/** The part of the composed program that hosts need. */
export interface Program {
  attach(connection: Connection<HostFrame, ClientFrame>): void
  readonly tokens: TokenAuthenticator
  close(): Promise<void>
}
