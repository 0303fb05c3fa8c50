import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'

const INSIDE = new URL('./inside-utility.fixture.ts', import.meta.url)

interface ForkOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Like Electron's utility process: messages are cloned, and its pid is known once it runs. Here it is a Node process. */
export class FakeUtilityProcess extends EventEmitter {
  static forked: readonly (readonly unknown[])[] = []
  static last: FakeUtilityProcess | null = null
  pid: number | undefined
  readonly #child

  static fork(entry: string, args: readonly string[], options: ForkOptions): FakeUtilityProcess {
    FakeUtilityProcess.forked = [...FakeUtilityProcess.forked, [entry, args, options]]
    return new FakeUtilityProcess(entry, options)
  }

  constructor(entry: string, { cwd, env }: ForkOptions) {
    super()
    FakeUtilityProcess.last = this
    this.#child = fork(INSIDE, [entry], {
      cwd,
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.unref()
    this.#child.channel?.unref()
    this.#child.once('spawn', () => (this.pid = this.#child.pid))
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('exit', (code) => {
      this.pid = undefined
      this.emit('exit', code)
    })
  }

  /** Its V8 cannot go on: Electron reports that, then its end. */
  runOutOfMemory(): void {
    this.emit('error', 'FatalError', 'v8::internal::Heap', '{}')
    this.#child.kill('SIGKILL')
  }

  postMessage(message: unknown): void {
    this.#child.send(structuredClone(message) as object, () => undefined)
  }
}
