import { once } from 'node:events'
import { resolve } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { App } from '../app.ts'
import { electronPath } from './electron-path.ts'
import { freshFolder, type HostOptions, withoutKeys } from './host.ts'
import type { Launched } from './launch.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Starts the built app as `npm start` does. */
export async function launchElectron(options: HostOptions): Promise<ElectronHost> {
  if (electronPath === null) throw new Error("Electron's binary is not here.")
  const dataFolder = options.dataFolder ?? freshFolder('data')
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const electron = await _electron.launch({
    executablePath: electronPath,
    args: [...(isRoot ? ['--no-sandbox'] : []), ROOT, '--data', dataFolder],
    env: { ...withoutKeys(process.env), ...options.environment },
  })
  return new ElectronHost(electron, dataFolder)
}

export class ElectronHost implements Launched {
  readonly dataFolder: string
  readonly electron: ElectronApplication
  #heard = ''

  constructor(electron: ElectronApplication, dataFolder: string) {
    this.electron = electron
    this.dataFolder = dataFolder
    const { stdout, stderr } = electron.process()
    stdout?.on('data', (bytes: Buffer) => (this.#heard += bytes.toString()))
    stderr?.on('data', (bytes: Buffer) => (this.#heard += bytes.toString()))
  }

  get pid(): number {
    return this.electron.process().pid ?? 0
  }

  get printed(): string {
    return this.#heard
  }

  async openWindow(): Promise<App> {
    return App.in(await this.electron.firstWindow())
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.electron.process()
    if (child.exitCode !== null || child.signalCode !== null) return
    const left = once(child, 'exit')
    child.kill(signal)
    await left
  }
}
