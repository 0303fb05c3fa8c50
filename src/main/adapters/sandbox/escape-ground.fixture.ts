import type { RunRequest } from '../processes/runs/start-run.ts'
import { SOCKETS, GIT, PROCESSES, READS, RIGHTS, WRITES } from './escapes.fixture.ts'
import { Outside } from './outside.fixture.ts'
import { sandboxedSupervisor, Ground, printedBy, runIn } from './sandbox.fixture.ts'

const NO_SANDBOX = { type: 'missing', reason: 'None is wanted.' } as const

/** A folder with its surroundings, and a way to run scripts in it. */
export interface EscapeGround {
  readonly ground: Ground
  readonly outside: Outside
  readonly run: (script: string, options?: Partial<RunRequest>) => Promise<string>
  readonly leave: () => Promise<void>
}

/** `isSandboxed`: the scripts run in a sandbox. */
export async function escapeGround({
  isSandboxed,
}: {
  isSandboxed: boolean
}): Promise<EscapeGround> {
  const ground = new Ground()
  const outside = new Outside(ground)
  await outside.prepare()
  const found = isSandboxed ? await ground.find() : NO_SANDBOX
  const supervisor = sandboxedSupervisor(ground.dataFolder, found)
  return {
    ground,
    outside,
    run: async (script, options = {}) =>
      printedBy(await runIn(supervisor, ground, script, { limitMs: 8_000, ...options })),
    leave: async () => {
      await supervisor.close()
      await outside[Symbol.asyncDispose]()
      ground[Symbol.dispose]()
    },
  }
}

const ALL = [
  ['writing', WRITES],
  ['reading', READS],
  ['git', GIT],
  ['rights', RIGHTS],
  ['processes', PROCESSES],
  ['doors', SOCKETS],
] as const
export const CASES = ALL.flatMap(([kind, escapes]) =>
  escapes.map((escape) => [kind, escape.name, escape] as const),
)
