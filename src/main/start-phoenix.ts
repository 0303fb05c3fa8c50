import { join } from 'node:path'
import type { ClientFrame, Connection, HostFrame } from '../shared/protocol/frames.ts'
import type { Preparation } from '../shared/storage/preparation.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { clearNeighbours } from './adapters/data-folder/atomic-file.ts'
import { hasMoved } from './adapters/data-folder/instance-lock.ts'
import { faultOf, type FileFault, refused } from './adapters/sqlite/check-file.ts'
import { openTokens, type TokenAuthenticator } from './adapters/tokens/tokens.ts'
import { recordDamage } from './adapters/sqlite/upkeep/damage-record.ts'
import { type FlushThread, startFlushThread } from './adapters/sqlite/flush-thread.ts'
import { openStore } from './adapters/sqlite/upkeep/open-store.ts'
import { beginRecovery } from './adapters/sqlite/upkeep/recovery.ts'
import { createUpkeep, type Upkeep } from './adapters/sqlite/upkeep/upkeep.ts'
import { compose, type Phoenix, type PhoenixOptions } from './compose.ts'
import { PREPARING, RECOVERING, serveMeanwhile } from './hosts/shared/serve-meanwhile.ts'
import { openObservability } from './observability.ts'
import { newAddressIn } from './runtime/commands/desktop-handlers.ts'
import { isDamage } from './runtime/conversation/answers.ts'
import { guard, reportFault } from './runtime/guard.ts'

/** Minimum time between two reopenings of the database on a failing disk, in ms. */
const FAULTS_APART_MS = 60_000

/** The program that currently serves clients. */
type Service = Phoenix
type ClientConnection = Connection<HostFrame, ClientFrame>

/**
 * Opens the database and starts the program on it. If the database is damaged, clients get the recovery instead, and
 * while a large one is prepared, its progress. They get the program once the database can be opened: they reconnect by
 * themselves. The error is a sentence for people.
 */
export async function startPhoenix(
  options: PhoenixOptions,
): Promise<Result<StartedPhoenix, string>> {
  clearNeighbours(options.dataFolder)
  const lifecycle = new ServiceLifecycle(options)
  const first = await lifecycle.open()
  return first === null ? ok(lifecycle) : failed(first)
}

export interface StartedPhoenix extends Phoenix {
  readonly tokens: TokenAuthenticator
}

/** Holds the current service, and replaces it when the database is reopened. */
class ServiceLifecycle implements StartedPhoenix {
  readonly #options: PhoenixOptions
  readonly tokens: ReturnType<typeof openTokens>
  readonly #file: string
  /** Each program takes its settings out of the environment, where the next one must find them again. */
  readonly #given: Readonly<NodeJS.ProcessEnv>
  readonly #connections = new Set<ClientConnection>()
  #service: Service | null = null
  #replacing: Promise<void> | null = null
  #isClosed = false
  #hasServed = false
  #faultAt = -FAULTS_APART_MS
  /** Null if nothing is being prepared. */
  #preparation: Preparation | null = null
  #onPreparing: () => void = () => {}

  constructor(options: PhoenixOptions) {
    this.#options = options
    this.tokens = openTokens(options.dataFolder, () => Date.now())
    this.#file = join(options.dataFolder, 'phoenix.db')
    this.#given = { ...options.environment }
  }

  /** Null once clients are served. A sentence if the database was refused and left untouched. */
  async open(): Promise<string | null> {
    const preparing = new Promise<'preparing'>((resolve) => {
      this.#onPreparing = () => resolve('preparing')
    })
    const opening = this.#openProgram()
    const first = await Promise.race([opening, preparing])
    if (first === 'preparing') {
      this.#replacing = this.#finish(opening).finally(() => (this.#replacing = null))
      return null
    }
    if (first?.type === 'refused') return first.sentence
    if (first !== null) this.#serve(this.#recoveryOf(first))
    return null
  }

  attach(connection: ClientConnection): void {
    const service = this.#service
    // The client retries until there is a service; after the end there is none.
    if (service === null || this.#isClosed) return connection.close()
    this.#connections.add(connection)
    connection.onClose(() => this.#connections.delete(connection))
    service.attach(connection)
  }

  working(): ReturnType<Phoenix['working']> {
    return this.#service?.working() ?? []
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#preparation !== null) await this.#service?.close()
    await this.#replacing
    await this.#service?.close()
  }

  /** Null if the program runs. */
  async #openProgram(): Promise<FileFault | null> {
    // Started while the database is opened.
    const flushThread = startFlushThread()
    let isInUse = false
    try {
      const fault = await this.#openWith(flushThread)
      isInUse = fault === null
      return fault
    } finally {
      if (!isInUse) flushThread.close()
    }
  }

  async #openWith(flushThread: FlushThread): Promise<FileFault | null> {
    const file = this.#file
    const options = this.#options
    if (hasMoved(options.dataFolder)) return refused(moved(options.dataFolder))
    const upkeep = createUpkeep(options.workers.upkeep, options.exit)
    const onPreparation = (preparation: Preparation): void => this.#prepare(preparation, upkeep)
    const isAgain = this.#hasServed
    const opened = await openStore({ file, upkeep, now: Date.now(), isAgain, onPreparation })
    this.#preparation = null
    if (!opened.ok) return opened.error
    const { db } = opened.value
    const onDamage = (sentence: string): void =>
      void recordDamage(file, { sentence, movingTo: null })
    const reopen = (): void => this.#reopen()
    const reopenAfterFault = (): void => this.#reopenAfterFault()
    const upkeepParts = { upkeep, flushThread, onDamage, reopen, reopenAfterFault }
    const store = { ...opened.value, file, ...upkeepParts }
    Object.assign(options.environment, this.#given)
    try {
      const program = await compose({ ...options, tokens: this.tokens }, store)
      if (!program.ok) {
        db.close()
        return { type: 'refused', sentence: program.error }
      }
      this.#serve(program.value)
      this.#hasServed = true
      return null
    } catch (error) {
      if (!isDamage(error)) throw error
      db.close()
      const fault = faultOf(file, error)
      onDamage(fault.sentence)
      return fault
    }
  }

  /** Shows clients the progress from the first report on. */
  #prepare(preparation: Preparation, upkeep: Upkeep): void {
    const isFirst = this.#preparation === null
    this.#preparation = preparation
    if (!isFirst) return
    this.#serve(this.#preparationOf(preparation, upkeep))
    this.#onPreparing()
  }

  /** Replaces the service; connected clients reconnect. */
  #serve(service: Service): void {
    for (const connection of this.#connections) connection.close()
    this.#service = service
  }

  #preparationOf(first: Preparation, upkeep: Upkeep): Service {
    const handlers = {
      'preparation.read': () => ok(this.#preparation ?? first),
      'preparation.quit': quit,
      'browser.newAddress': newAddressIn(this.#options),
    }
    return {
      attach: (connection) => serveMeanwhile(connection, handlers, PREPARING),
      working: () => [],
      close: () => upkeep.close(),
    }
  }

  #recoveryOf(fault: FileFault): Service {
    const file = this.#file
    const options = this.#options
    const { dataFolder, environment } = options
    const observability = openObservability({ dataFolder, environment, now: () => Date.now() })
    const recovery = beginRecovery({
      file,
      fault,
      upkeep: createUpkeep(options.workers.upkeep, options.exit),
      log: observability.log,
      now: () => Date.now(),
    })
    const orFailed = <Done extends Result<unknown, unknown>>(done: Done): Done => {
      if (done.ok) this.#reopen()
      return done
    }
    const handlers = {
      'recovery.read': () => ok(recovery.view()),
      'recovery.prepared': async () => ok(await recovery.prepared()),
      'recovery.restore': async () => orFailed(await recovery.restore()),
      'recovery.startEmpty': () => orFailed(recovery.startEmpty()),
      'recovery.tryAgain': () => orFailed(ok({})),
      'recovery.export': ({ from }: { readonly from: Parameters<typeof recovery.part>[0] }) =>
        ok({ part: recovery.part(from) }),
      'recovery.quit': quit,
      'browser.newAddress': newAddressIn(this.#options),
    }
    return {
      attach: (connection) => serveMeanwhile(connection, handlers, RECOVERING),
      working: () => [],
      close: async () => {
        await recovery.close()
        await observability.close()
      },
    }
  }

  /** Ends the current service after its answers were sent, and reopens the database. */
  #reopen(): void {
    soon(() => {
      this.#replacing ??= this.#replaceService().finally(() => (this.#replacing = null))
    })
  }

  #reopenAfterFault(): void {
    const now = performance.now()
    if (now - this.#faultAt < FAULTS_APART_MS) return
    this.#faultAt = now
    this.#reopen()
  }

  async #replaceService(): Promise<void> {
    const ending = this.#service
    this.#service = null
    for (const connection of this.#connections) connection.close()
    const failure = await whyNotClosed(ending)
    if (this.#isClosed) return
    await this.#finish(this.#openProgram())
    // Now there is a log again.
    if (failure !== null)
      reportFault({ where: 'closing before a reopening', ...failure, conversationId: null })
  }

  async #finish(opening: Promise<FileFault | null>): Promise<void> {
    const fault = await opening.catch((error: unknown) => faultOf(this.#file, error))
    if (fault !== null && !this.#isClosed) this.#serve(this.#recoveryOf(fault))
  }
}

function moved(folder: string): string {
  return `The data folder ${folder} was moved or replaced while Phoenix was using it. Nothing is written until it is back at its place. Put it back and try again, or quit.`
}

/** Null if it is closed. Otherwise the next service is needed all the more. */
async function whyNotClosed(
  service: Pick<Service, 'close'> | null,
): Promise<{ readonly error: unknown } | null> {
  try {
    await service?.close()
    return null
  } catch (error) {
    return { error }
  }
}

function quit(): Result<Record<string, never>, never> {
  soon(() => process.kill(process.pid, 'SIGTERM'))
  return ok({})
}

/** Runs after pending answers have been sent. */
function soon(run: () => void): void {
  setImmediate(guard('the next service', run))
}
