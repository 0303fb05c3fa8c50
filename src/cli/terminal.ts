import type { Client } from '../client/client.ts'
import type { Finding } from '../shared/doctor-report.ts'
import type { Result } from '../shared/result.ts'
import type { Trust } from '../shared/trust.ts'
import type { ExitCode } from './exit-codes.ts'

/** Why a person or the system wants it to stop. */
export type StopReason = 'interrupted' | 'timeout' | 'readerGone'

/** What a command knows about the terminal that it was started from. */
export interface Terminal {
  /** To standard output, unchanged. */
  print(text: string): void
  /** A line to standard error. */
  note(line: string): void
  /** Whether standard output is a terminal. */
  readonly isShown: boolean
  /** Whether a person can be asked: standard input is a terminal. */
  readonly canAsk: boolean
  /** Input typed before the question was shown is ignored. Null: nobody can answer any more, or `signal`. */
  ask(question: string, signal: AbortSignal): Promise<string | null>
  /** All of standard input, up to 16 MB. The error is a sentence for people. */
  readInput(): Promise<Result<string, string>>
  /** Standard input and output as bytes, for a protocol that owns them. */
  streams(): {
    readonly input: ReadableStream<Uint8Array>
    readonly output: WritableStream<Uint8Array>
  }
  /** Of at most so many bytes. The error is a sentence for people. */
  readFile(path: string, maxBytes: number): Result<Uint8Array<ArrayBuffer>, string>
  /** Completely or not at all. The error is a sentence for people. */
  writeFile(path: string, text: string): Result<null, string>
  /** Called each time; the stop may have happened before the listener was added. */
  onStop(listener: (reason: StopReason) => void): void
  /** Where it was started. */
  readonly folder: string
}

/** The host, wherever it is. */
export interface OpenHost {
  readonly client: Client
  readonly type: 'own' | 'running'
  /** The connection to it has ended. */
  readonly closed: Promise<void>
  /** If the host is our own, waits for the other commands that use it. */
  close(): Promise<void>
}

/** A server of a folder's file, as it stands. */
export interface FolderServer {
  readonly name: string
  readonly trust: Trust
  readonly type: 'stdio' | 'http'
  /** What would be run, or the address. */
  readonly runs: string
  /** A sentence; null: nothing is known against it. */
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
  /** Runs a program of the person's with their environment, without a shell and without input. Bounded in time and output. */
  readonly runProgram: (
    name: string,
    args: readonly string[],
    folder: string,
  ) => Promise<ProgramEnd>
  readonly terminal: Terminal
  /** The error is a sentence for people. */
  readonly openHost: () => Promise<Result<OpenHost, string>>
  /** An absolute path. */
  readonly dataFolder: string
  readonly examine: () => Promise<readonly Finding[]>
  /** Reads the file of a folder, and what a person has said of it. `folder`: its real path. `problems`: sentences. */
  readonly folderServers: (folder: string) => Promise<{
    readonly folder: string
    readonly servers: readonly FolderServer[]
    readonly problems: readonly string[]
  }>
  /** By its path, or by its name on PATH. */
  readonly hasProgram: (name: string) => boolean
}

export type Command = (
  wanted: ReadonlyMap<string, string>,
  words: readonly string[],
  host: CommandHost,
) => Promise<ExitCode>
