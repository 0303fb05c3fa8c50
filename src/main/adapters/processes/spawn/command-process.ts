import type { Duplex, Readable } from 'node:stream'

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

/** A command that has been started, whoever is its parent. Its pipes deliver nothing before they are told to flow. */
export interface CommandProcess {
  readonly pid: number
  /** Clock ticks since boot, as /proc/PID/stat has it; 0 where there is no /proc. Pid and start time name a process. */
  readonly startTime: number
  readonly stdout: Readable
  readonly stderr: Readable
  /** The line at which a confined command waits (sandbox/gate.ts); null: it waits for nobody. */
  readonly gate: Duplex | null
}

/** What to start: a program as the leader of a group and session of its own, with nothing to read. */
export interface ProcessOrder {
  readonly file: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly hasGate: boolean
}

export type StartedProcess =
  | { readonly type: 'started'; readonly child: CommandProcess; readonly exit: Promise<Exit> }
  /** The system's name of the error, as `ENOENT`; empty where it has none. */
  | { readonly type: 'failed'; readonly code: string }
  /** Whoever starts processes died over it: it may have been started. */
  | { readonly type: 'lost' }

/** Never rejects. */
export type StartProcess = (order: ProcessOrder) => Promise<StartedProcess>
