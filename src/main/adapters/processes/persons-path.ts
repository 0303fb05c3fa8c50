import { cleanEnvironment, personsEnvironment } from './spawn/clean-environment.ts'
import { NEVER, within } from '../system/within.ts'

/** How long a command waits for the PATH of the user's shell (ms). */
const LOGIN_PATH_MS = 1_000

type Environment = Readonly<Record<string, string>>

/** The user's environment without keys, with the PATH of their shell once that is known. */
export class PersonsPath {
  readonly #started: Readonly<NodeJS.ProcessEnv>
  #asking: Promise<void> | null = null
  /** The environment of processes without anybody at a terminal. */
  unattended: Environment
  #attended: Environment

  /** `started`: the environment that Phoenix was started with. */
  constructor(started: Readonly<NodeJS.ProcessEnv>) {
    this.#started = started
    this.unattended = cleanEnvironment(started)
    this.#attended = personsEnvironment(started)
  }

  /** Null changes nothing. */
  use(loginPath: Promise<string | null>): void {
    this.#asking = this.#take(loginPath)
  }

  /** Waits a moment for the PATH. */
  async known(signal: AbortSignal): Promise<void> {
    if (this.#asking !== null) await within(this.#asking, LOGIN_PATH_MS, signal)
  }

  /** The environment of a terminal that a person uses, once the PATH is known or was waited for. */
  async attended(): Promise<Environment> {
    await this.known(NEVER)
    return this.#attended
  }

  async #take(loginPath: Promise<string | null>): Promise<void> {
    const PATH = await loginPath
    if (PATH !== null) {
      const environment = { ...this.#started, PATH }
      this.unattended = cleanEnvironment(environment)
      this.#attended = personsEnvironment(environment)
    }
    this.#asking = null
  }
}
