import type { Exit, ProcessOrder } from '../processes/spawn/command-process.ts'

/**
 * To the process host. `greeting` comes first: the address of its connections, their first bytes (hexadecimal), and what commands'
 * core files contain (crash-dumps.ts).
 */
export type HostOrder =
  | {
      readonly type: 'greeting'
      readonly socketPath: string
      readonly secret: string
      readonly dumpFilter: string | null
    }
  | {
      readonly type: 'start'
      readonly id: number
      readonly order: ProcessOrder
      /** The paths of the pipes that it prints into. */
      readonly pipes: readonly [string, string]
    }
  /** Comes again only after its answer. `PATH`: where to find the program that makes them. */
  | { readonly type: 'makePipes'; readonly paths: readonly string[]; readonly PATH?: string }

/** From the process host. `gate`: the number of the connection on which the command waits; null if it does not wait. */
export type HostReport =
  /** It can start processes. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'started'
      readonly id: number
      readonly pid: number
      readonly startTime: number
      readonly gate: number | null
    }
  | { readonly type: 'failed'; readonly id: number; readonly code: string }
  /** Follows `started`, before or after the last output of the process. */
  | { readonly type: 'exited'; readonly id: number; readonly exit: Exit }
  /** False if not all of them were made. */
  | { readonly type: 'pipesMade'; readonly areMade: boolean }

export const SECRET_BYTES = 16
export const HEADER_BYTES = SECRET_BYTES + 4

/** The header of a connection: the secret, then its number in 4 bytes. */
export function headerOf(secret: Buffer, connection: number): Buffer {
  const number = Buffer.alloc(4)
  number.writeUInt32LE(connection)
  return Buffer.concat([secret, number])
}
