import type { Client } from '../client/client.ts'
import type { Finding } from '../shared/doctor-report.ts'
import type { Result } from '../shared/result.ts'
import type { Trust } from '../shared/trust.ts'
import type { ExitCode, StopReason } from './exit-codes.ts'

/** A command's access to the terminal it was started from. */
export interface Terminal {
  /** Writes to standard output, unchanged. */
  print(text: string): void
  /** Writes a line to standard error, without anything that could control the terminal. */
  note(line: string): void
  /** True if standard output is a terminal. */
  readonly isShown: boolean
  /** True if a person can be asked: standard input is a terminal. */
  readonly canAsk: boolean
  /**
   * Asks a person, ignoring input typed before the question was shown. Null if nobody can answer any more, or on
   * `signal`.
   */
  ask(question: string, signal: AbortSignal): Promise<string | null>
  /** Reads all of standard input, up to 16 MB. The error is a sentence for people. */
  readInput(): Promise<Result<string, string>>
  /** Standard input and output as bytes, for a protocol that owns them. */
  streams(): {
    readonly input: ReadableStream<Uint8Array>
    readonly output: WritableStream<Uint8Array>
  }
  /** Reads a file of at most this many bytes. The error is a sentence for people. */
  readFile(path: string, maxBytes: number): Result<Uint8Array<ArrayBuffer>, string>
  /** Writes a file completely or not at all. The error is a sentence for people. */
  writeFile(path: string, text: string): Result<null, string>
  /** Calls back on each stop, including those from before the listener was added. */
  onStop(listener: (reason: StopReason) => void): void
  /** The absolute path of one that a person typed, relative to `folder` or to their home (`~`). */
  absolute(path: string): string
  /** The folder it was started in. */
  readonly folder: string
}

/** A connection to the host, wherever that runs. */
export interface OpenHost {
  readonly client: Client
  readonly type: 'own' | 'running'
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
  /** If this process runs the host, waits for the other commands that use it. */
  close(): Promise<void>
}

/** A server of a folder's file with its current status. */
export interface FolderServer {
  readonly name: string
  readonly trust: Trust
  readonly type: 'stdio' | 'http'
  /** The program that would be started, or the address. */
  readonly program: string
  /** Why it cannot run, as a sentence; null if no problem is known. */
  readonly problem: string | null
}

/** How a program that a command needs has ended. */
export type ProgramEnd =
  | { readonly type: 'ended'; readonly code: number; readonly out: string; readonly err: string }
  /** There is no such program on PATH. */
  | { readonly type: 'missing' }
  | { readonly type: 'tooMuch' }
  | { readonly type: 'tooSlow' }

export interface CommandHost {
  /**
   * Runs one of the person's programs with their environment, without a shell and without input. Bounded in time and
   * output.
   */
  readonly runProgram: (
    name: string,
    args: readonly string[],
    folder: string,
  ) => Promise<ProgramEnd>
  readonly terminal: Terminal
  /** Calls back after a time for which the machine and this process were awake. Returns what gives that up. */
  readonly after: (ms: number, run: () => void) => () => void
  /** The error is a sentence for people. */
  readonly openHost: () => Promise<Result<OpenHost, string>>
  /** An absolute path. */
  readonly dataFolder: string
  readonly examine: () => Promise<readonly Finding[]>
  /**
   * Reads the servers of a folder's file, and a person's decisions on them. `folder`: its real path. `problems`:
   * sentences.
   */
  readonly folderServers: (folder: string) => Promise<{
    readonly folder: string
    readonly servers: readonly FolderServer[]
    readonly problems: readonly string[]
  }>
  /** Finds a program by its path, or by its name on PATH. */
  readonly hasProgram: (name: string) => boolean
}

export type Command = (
  flags: ReadonlyMap<string, string>,
  words: readonly string[],
  host: CommandHost,
) => Promise<ExitCode>
