import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freshFolder, withoutKeys } from './host.ts'

const PROGRAM = resolve(import.meta.dirname, '../../out/main/command-line.js')

export interface CommandOptions {
  readonly dataFolder: string
  /** Default: the project's built command line. */
  readonly program?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Text for standard input, which then ends. */
  readonly input?: string
  /** An open file for standard output. Default: a pipe, which `out` collects. */
  readonly output?: number
}

/** A `phoenix` process without a terminal. */
export class Command {
  readonly child: ChildProcess
  readonly folder = freshFolder('folder')
  out = ''
  err = ''
  readonly left: Promise<number>
  #heard: () => void = () => undefined

  constructor(args: readonly string[], options: CommandOptions) {
    const { dataFolder, environment, input = '', output = 'pipe', program = PROGRAM } = options
    this.child = spawn(process.execPath, [program, ...args], {
      cwd: this.folder,
      env: {
        ...withoutKeys(process.env),
        PHOENIX_TITLES: 'off',
        PHOENIX_DATA_DIR: dataFolder,
        XDG_CACHE_HOME: `${dataFolder}-cache`,
        ...environment,
      },
      stdio: ['pipe', output, 'pipe'],
    })
    this.child.stdin?.end(input)
    this.child.stdout?.on('data', (bytes: Buffer) => this.#hear({ out: bytes.toString() }))
    this.child.stderr?.on('data', (bytes: Buffer) => this.#hear({ err: bytes.toString() }))
    this.left = once(this.child, 'close').then(([code]) => Number(code))
  }

  /** Resolves when this text has appeared on standard error. */
  async says(words: string): Promise<void> {
    while (!this.err.includes(words)) {
      if (this.child.exitCode !== null) throw new Error(`it left: ${this.err}`)
      const more = new Promise<void>((resolve) => (this.#heard = resolve))
      await Promise.race([more, this.left])
    }
  }

  #hear({ err = '', out = '' }: { err?: string; out?: string }): void {
    this.err += err
    this.out += out
    this.#heard()
  }
}
