import type { ModelPort, ToolPort } from '../src/main/runtime/ports/ports.ts'
import type { App } from './app.ts'
import { narrowings } from './narrowings.ts'
import { ABORTED, purposeOf, type SimulatedModel } from './ports/simulated-model.ts'
import { type SimulatedTools, STOPPED } from './ports/simulated-tools.ts'
import type { SimulationContext } from './faults/simulation-context.ts'

interface Scene extends SimulationContext {
  readonly app: App
  readonly model: SimulatedModel
}

/**
 * Wraps the model for the app. A title request starts at once: it runs next to the conversation, and nothing waits for
 * its start.
 */
export function yieldingModel(model: SimulatedModel, scene: Scene): ModelPort {
  return {
    ask: (call) =>
      purposeOf(call) === 'title'
        ? model.ask(call)
        : beginAfterYield(scene, call.signal, ABORTED, () => model.ask(call)),
  }
}

/** Wraps the tools for the app. */
export function yieldingTools(tools: SimulatedTools, scene: Scene): ToolPort {
  return {
    ready: (user, signal) => tools.ready(user, signal),
    specs: (user) => tools.specs(user),
    inspect: (call, at) => {
      const { conversationId: id } = at
      if (id !== undefined) tools.inspects(scene.model.callsBeside(id, call))
      return tools.inspect(call, at)
    },
    preview: () => tools.preview(),
    run: (run) => beginAfterYield(scene, run.signal, STOPPED, () => tools.run(run)),
  }
}

/** With `forcedYield`, begins one turn of the loop later, unless stopped before that. */
function beginAfterYield<Value>(
  scene: Scene,
  signal: AbortSignal,
  stopped: Value,
  begin: () => Promise<Value>,
): Promise<Value> {
  if (!narrowings().forcedYield) return begin()
  const { app } = scene
  return new Promise((resolve, reject) => {
    scene.schedule.after(0, 'world', 'a forced yield', () => {
      if (app.isOver) return
      if (signal.aborted) {
        scene.sometimes('work was stopped before it had begun')
        resolve(stopped)
      } else {
        void attempted(begin).then(resolve, reject)
      }
    })
  })
}

/** Turns a synchronous throw into a rejection. */
async function attempted<Value>(begin: () => Promise<Value>): Promise<Value> {
  return begin()
}
