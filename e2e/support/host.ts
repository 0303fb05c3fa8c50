import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

export interface HostOptions {
  /**
   * A host that no other test uses: for a test that ends it, changes its settings, or depends on its list of
   * conversations. A test that names a data folder, a program or a command always gets its own host.
   */
  readonly own?: boolean
  readonly dataFolder?: string
  /** The port of a host that has ended, to take its place. Default: any free one. */
  readonly port?: string
  /** The folder that it is started with, as an argument. */
  readonly folder?: string
  /** Default: the project's built program. */
  readonly program?: string
  /** Added to the environment of the tests, which has no keys. */
  readonly environment?: Readonly<Record<string, string>>
  /** A command that starts and observes the program, and its arguments. */
  readonly under?: readonly string[]
}

/** A browser host, started as a person would start it. */
export class Host {
  readonly address: string
  readonly dataFolder: string
  readonly #child: ChildProcess
  readonly #heard: { out: string; err: string }

  private constructor(
    child: ChildProcess,
    address: string,
    dataFolder: string,
    heard: { out: string; err: string },
  ) {
    this.#child = child
    this.address = address
    this.dataFolder = dataFolder
    this.#heard = heard
  }

  static async start(options: HostOptions = {}): Promise<Host> {
    const dataFolder = options.dataFolder ?? freshFolder('data')
    const { environment, folder, port, program, under } = options
    const child = spawnHost(dataFolder, environment, program, under, folder, port)
    const heard = { out: '', err: '' }
    child.stdout?.on('data', (bytes: Buffer) => (heard.out += bytes.toString()))
    child.stderr?.on('data', (bytes: Buffer) => (heard.err += bytes.toString()))
    const address = await new Promise<string>((found, fail) => {
      child.stdout?.on('data', () => {
        const match = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(heard.out)
        if (match !== null) found(match[0])
      })
      child.once('exit', (code) => fail(new Error(`the host left with ${code}: ${heard.err}`)))
    })
    return new Host(child, address, dataFolder, heard)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** All output so far. */
  get printed(): string {
    return this.#heard.out + this.#heard.err
  }

  /** kill -9: no orderly shutdown. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const left = once(this.#child, 'exit')
    this.#child.kill(signal)
    await left
  }
}

export function spawnHost(
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
  program = join(ROOT, 'out/main/serve-browser.js'),
  under: readonly string[] = [],
  folder?: string,
  port = '0',
): ChildProcess {
  const arguments_ = [
    ...under.slice(1),
    ...(under.length === 0 ? [] : [process.execPath]),
    program,
    '--port',
    port,
    '--data',
    dataFolder,
    '--no-open',
    ...(folder === undefined ? [] : [folder]),
  ]
  return spawn(under[0] ?? process.execPath, arguments_, {
    // Titles need extra requests, and permission questions extra cards: a test that wants them asks for them.
    env: {
      ...withoutKeys(process.env),
      PHOENIX_TITLES: 'off',
      PHOENIX_PERMISSIONS: 'auto',
      // The sandbox's caches are removed with the test's data.
      XDG_CACHE_HOME: `${dataFolder}-cache`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Removes keys, so no test uses a real model through the environment of the person who runs it. */
export function withoutKeys(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    const isOurs = name === 'ANTHROPIC_API_KEY' || name === 'ANTHROPIC_BASE_URL'
    if (value !== undefined && !isOurs) kept[name] = value
  }
  return kept
}

/** Set for the workers of a test run: the process whose end removes the folders of all. */
export const TEST_RUN = 'PHOENIX_TEST_RUN'
let isRemovedAtExit = false

/** Creates a folder. The end of the run removes it, including anything a host has put next to it. */
export function freshFolder(name: string): string {
  if (process.env[TEST_RUN] === undefined && !isRemovedAtExit) {
    isRemovedAtExit = true
    process.once('exit', removeFreshFolders)
  }
  return mkdtempSync(join(tmpdir(), `${prefixOfRun()}${name}-`))
}

export function removeFreshFolders(): void {
  for (const made of readdirSync(tmpdir())) {
    if (!made.startsWith(prefixOfRun())) continue
    rmSync(join(tmpdir(), made), { recursive: true, force: true, maxRetries: 5 })
  }
}

function prefixOfRun(): string {
  return `phoenix-e2e-${process.env[TEST_RUN] ?? process.pid}-`
}
