import type { Provider } from '../shared/conversation/turn.ts'
import type { Supervisor } from './adapters/processes/supervisor.ts'
import { guard } from './runtime/guard.ts'
import type { ModelPort } from './runtime/ports/ports.ts'

/** By then the program and its first window have started (ms). */
const PREPARED_AFTER_MS = 2_000

interface ModelInForce {
  readonly settings: { resolve(): { readonly model: string } }
  readonly models: {
    readonly model: Pick<ModelPort, 'load'>
    providerOf(name: string): Provider
  }
}

/**
 * Soon after the start, starts and loads what the first turn needs, unless a turn came before. Each part holds the event
 * loop for 30 to 60 ms: within a turn, a Stop would wait for several of them.
 */
export function prepareFirstTurn(
  supervisor: Pick<Supervisor, 'prepare'>,
  { models, settings }: ModelInForce,
): void {
  const prepare = guard('preparing for the first turn', () => {
    supervisor.prepare()
    models.model.load?.(models.providerOf(settings.resolve().model))
  })
  setTimeout(prepare, PREPARED_AFTER_MS).unref()
}
