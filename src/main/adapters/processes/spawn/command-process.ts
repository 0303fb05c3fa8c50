import type { Duplex, Readable, Writable } from 'node:stream'

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

/** A started command, with any parent. Its pipes deliver nothing until they are set to flow. */
export interface CommandProcess {
  readonly pid: number
  /** Clock ticks since boot, as in /proc/PID/stat; 0 if there is no /proc. Pid and start time identify a process. */
  readonly startTime: number
  readonly stdout: Readable
  readonly stderr: Readable
  /** The connection on which a sandboxed command waits (sandbox/gate.ts); null if it does not wait. */
  readonly gate: Duplex | null
  /** Its standard input. Absent if it has none. */
  readonly input?: Writable
}

/** A program to start as the leader of its own group and session. */
export interface ProcessOrder {
  readonly file: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly hasGate: boolean
  /** The path of a file that it gets open for reading, on the descriptor after its gate's. Default: none. */
  readonly reads?: string | undefined
  /** Set if it reads standard input while it runs. Default: it has none. */
  readonly hasInput?: true | undefined
}

export type StartedProcess =
  | { readonly type: 'started'; readonly child: CommandProcess; readonly exit: Promise<Exit> }
  /** The system's name of the error, such as `ENOENT`; empty if there is none. */
  | { readonly type: 'failed'; readonly code: string }
  /** The process that starts processes died meanwhile, so this one may have been started. */
  | { readonly type: 'lost' }

/** Never rejects. */
export type StartProcess = (order: ProcessOrder) => Promise<StartedProcess>
