import { App } from './app.ts'
import { yieldingModel, yieldingTools } from './forced-yield.ts'
import { narrowings } from './narrowings.ts'
import { nextTurnMs, reactToTimer, type ReactingWorld } from './late-turns.ts'
import type { Ids, Log } from '../src/main/runtime/ports/ports.ts'
import type { Store } from '../src/main/runtime/ports/store.ts'
import type { Observer } from '../src/main/runtime/ports/observer.ts'
import type { MemoryBlobs } from '../src/main/runtime/fakes/memory/memory-blobs.ts'
import type { WrittenInstructions } from '../src/main/runtime/fakes/written-instructions.ts'
import type { SimulationContext } from './faults/simulation-context.ts'
import type { SimulatedFiles } from './ports/simulated-files.ts'
import type { SimulatedFolders } from './ports/simulated-folders.ts'
import { hooksIn } from './ports/simulated-hooks.ts'
import type { SimulatedModel } from './ports/simulated-model.ts'
import type { SimulatedSettings } from './ports/simulated-settings.ts'
import type { SimulatedTools } from './ports/simulated-tools.ts'

/** The surroundings of the app. */
interface AppParts extends ReactingWorld, SimulationContext {
  readonly blobs: MemoryBlobs
  readonly files: SimulatedFiles
  readonly folders: SimulatedFolders
  readonly instructions: WrittenInstructions
  readonly model: SimulatedModel
  readonly settings: SimulatedSettings
  readonly tools: SimulatedTools
  readonly app: App
  readonly now: number
  checkSecret(where: string, value: unknown): void
}

/** Creates the app on the given store, as a start of the program does. */
export function createApp(
  world: AppParts,
  ports: { readonly store: Store; readonly ids: Ids; readonly log: Log },
): App {
  const { blobs, files, folders, instructions, model, schedule, settings, tools } = world
  return new App({
    ...ports,
    schedule,
    model: yieldingModel(model, world),
    tools: yieldingTools(tools, world),
    blobs,
    instructions,
    folders,
    observer: failingObserver(world),
    edits: files,
    hooks: hooksIn(world),
    faults: world.ports,
    now: () => world.now,
    contextOf: (stored) => settings.contextOf(stored),
    settings: () => settings.view(),
    saveSettings: (change) => settings.save(change),
    wantsTitle: () => settings.wantsTitle,
    turnMs: () => nextTurnMs(world),
    pulseLagMs: narrowings().turnMs,
    timerFired: () => reactToTimer(world),
  })
}

/** Fails each time: a failing observer must have no effect (T92). */
function failingObserver(world: AppParts): Observer {
  return {
    observe: (_of, event) => {
      world.checkSecret('what is observed', event)
      throw new Error('the observer fails')
    },
  }
}
