import { afterEach, beforeEach, expect } from 'vitest'
import { RunEvent } from '../src/shared/conversation/run-event.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { Command } from './support/command.ts'
import { freshFolder, Host } from './support/host.ts'

/** A data folder, a fake model, and the commands and hosts that use them. New for each test, ended after it. */
export class CommandScene {
  model!: FakeModelServer
  dataFolder = ''
  environment: Readonly<Record<string, string>> = {}
  readonly #hosts: Host[] = []
  readonly #commands: Command[] = []

  private constructor() {}

  /** Call it once, at the top of a test file. */
  static forEach(): CommandScene {
    const scene = new CommandScene()
    beforeEach(async () => {
      scene.model = await startFakeModelServer()
      scene.dataFolder = freshFolder('data')
      const { key, url } = scene.model
      scene.environment = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }
    })
    afterEach(() => scene.#end())
    return scene
  }

  /** Starts `phoenix` with these arguments. */
  phoenix(args: readonly string[], input?: string): Command {
    const { dataFolder, environment } = this
    const command = new Command(args, {
      dataFolder,
      environment,
      ...(input !== undefined && { input }),
    })
    this.#commands.push(command)
    return command
  }

  /** Starts the app on the same data folder. */
  async app(): Promise<Host> {
    const { dataFolder, environment } = this
    const host = await Host.start({ dataFolder, environment })
    this.#hosts.push(host)
    return host
  }

  /** Returns the standard output of a command that succeeds. */
  async outOf(...args: readonly string[]): Promise<string> {
    const command = this.phoenix(args)
    expect([await command.left, command.err]).toEqual([0, expect.any(String)])
    return command.out
  }

  async #end(): Promise<void> {
    for (const host of this.#hosts.splice(0)) await host.stop()
    for (const command of this.#commands.splice(0)) {
      command.child.kill('SIGKILL')
      await command.left
    }
    await this.model.close()
  }
}

/** Returns the events that `--json` printed. */
export function eventsOf({ out }: Command): readonly RunEvent[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => RunEvent.parse(JSON.parse(line)))
}
