import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { guard } from '../../../runtime/guard.ts'
import { inOwnTurn } from '../../system/own-turn.ts'
import { NEVER, within } from '../../system/within.ts'
import { makeFolder } from '../../data-folder/make-folder.ts'

/** Two pipes per command. The first command waits for the first batch; later ones are made while commands run. */
const FIRST_BATCH = 64
const BATCH = 256
/** When only this many are left, the next batch is made. */
const LOW = 16
/** How long making a batch may take (ms). */
const MAKE_MS = 10_000

/** A named pipe that receives the output of one command. */
export interface OutputPipe {
  /** Opened for writing by the starter of the command. */
  readonly path: string
  /** Reads the output, once the command has the pipe. */
  read(): Readable
  /** Call this if no command will print into it. */
  discard(): void
}

export type OutputPipes = readonly [stdout: OutputPipe, stderr: OutputPipe]

export function pathsOf([stdout, stderr]: OutputPipes): readonly [string, string] {
  return [stdout.path, stderr.path]
}

export function discard(pipes: OutputPipes): void {
  for (const pipe of pipes) pipe.discard()
}

/**
 * Node gives a child process sockets where a shell would give it pipes. Linux cannot open a socket by its path, so
 * `>/dev/stderr`, `tee /dev/stderr` and `-o /dev/stdout` fail. Therefore commands print into named pipes, which are
 * made in batches.
 */
export interface OutputPipePool {
  /** Null if none could be made. Never rejects. */
  take(): Promise<OutputPipes | null>
  /** Makes the first batch, if there is none yet. */
  prepare(): void
  close(): void
}

/** For systems that can also open sockets by a path, or that have no named pipes. */
export const NO_OUTPUT_PIPES: OutputPipePool = {
  take: () => Promise.resolve(null),
  prepare: () => undefined,
  close: () => undefined,
}

interface MakeOptions {
  /** Default: this program's. */
  readonly PATH?: string
  readonly makeMs?: number
  readonly signal?: AbortSignal
}

interface PoolOptions {
  /** False if not all of them were made. */
  readonly make?: (paths: readonly string[], signal: AbortSignal) => Promise<boolean>
  /** How long making a batch may take (ms). */
  readonly makeMs?: number
}

/** `folder` belongs to the pool; what an earlier program left there is removed. */
export function createOutputPipePool(
  folder: string,
  {
    makeMs = MAKE_MS,
    make: makePipes = (paths, signal) => makeNamedPipes(paths, { signal, makeMs }),
  }: PoolOptions = {},
): OutputPipePool {
  let ready: string[] = []
  let made = 0
  let making: Promise<boolean> | null = null
  const closing = new AbortController()
  const clear = (): void => removeLeft(folder)

  async function make(): Promise<boolean> {
    const isFirst = made === 0
    if (isFirst) clear()
    const length = isFirst ? FIRST_BATCH : BATCH
    const paths = Array.from({ length }, () => join(folder, String(made++)))
    makeFolder(folder)
    const answer = await within(makePipes(paths, closing.signal), makeMs, NEVER)
    const areMade = answer.type === 'done' && answer.value
    if (areMade) ready = [...ready, ...paths]
    return areMade
  }

  /** Makes one batch at a time. False if none could be made. */
  function refill(): Promise<boolean> {
    if (closing.signal.aborted) return Promise.resolve(false)
    making ??= make()
      .catch(() => false)
      .finally(() => {
        making = null
        if (closing.signal.aborted) clear()
      })
    return making
  }

  return {
    async take() {
      // Many may wait for one batch.
      while (ready.length < 2) if (!(await refill())) return null
      const [stdout, stderr, ...rest] = ready
      if (stdout === undefined || stderr === undefined) return null
      ready = rest
      if (rest.length < LOW) inOwnTurn(() => void refill())
      return opened(stdout, stderr)
    },
    prepare() {
      if (made === 0) void refill()
    },
    close() {
      closing.abort()
      // Not while a batch is being made, which this would disturb.
      if (making === null) clear()
    },
  }
}

/** A failing disk keeps it: the next program removes it. */
function removeLeft(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Nothing depends on it.
  }
}

function opened(...paths: readonly [string, string]): OutputPipes | null {
  const [stdout, stderr] = paths.map(openOutputPipe)
  if (stdout && stderr) return [stdout, stderr]
  stdout?.discard()
  stderr?.discard()
  return null
}

/** Null if it is gone, or too many files are open. */
function openOutputPipe(path: string): OutputPipe | null {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const remove = (): void => removeLeft(path)
    return {
      path,
      read() {
        remove()
        // If it breaks, it ends.
        return new Socket({ fd: descriptor, writable: false }).on('error', () => undefined)
      },
      discard() {
        remove()
        closeSync(descriptor)
      },
    }
  } catch {
    return null
  }
}

/** False if not all of them were made. Node itself cannot make any. */
export function makeNamedPipes(
  paths: readonly string[],
  { PATH = process.env['PATH'], makeMs = MAKE_MS, signal }: MakeOptions = {},
): Promise<boolean> {
  const options = {
    env: { PATH },
    stdio: 'ignore',
    timeout: makeMs,
    ...(signal && { signal }),
    killSignal: 'SIGKILL',
  } as const
  const child = spawn('mkfifo', ['-m', '600', ...paths], options)
  return new Promise((resolve) => {
    child.on(
      'error',
      guard('creating pipes', () => {
        // One that was aborted may make pipes until its exit.
        if (child.pid === undefined) resolve(false)
      }),
    )
    child.once(
      'exit',
      guard('creating pipes', (code) => resolve(code === 0)),
    )
  })
}

/** The end for a command. Fails at once without a reader. Node makes a child's own end blocking. */
export function openForCommand(path: string): number {
  return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
}
