import { guard } from '../guard.ts'
import type { Flushed, FlushPort } from '../ports/store.ts'
import type {
  ModelCall,
  ModelOutcome,
  ModelPort,
  ToolOutcome,
  ToolPort,
  ToolRun,
} from '../ports/ports.ts'

/** Asks once the step that led to it survives a power cut. What was stopped by then is not asked. */
export function askWhenKept(
  { model, store }: { readonly model: ModelPort; readonly store: FlushPort },
  call: ModelCall,
): Promise<ModelOutcome> {
  return whenKept(store, call.signal, () => model.ask(call), STOPPED_REPLY)
}

/** Runs once the step that led to it survives a power cut. What was stopped by then does not begin. */
export function runWhenKept(
  { tools, store }: { readonly tools: ToolPort; readonly store: FlushPort },
  run: ToolRun,
): Promise<ToolOutcome> {
  return whenKept(store, run.signal, () => tools.run(run), STOPPED_RUN)
}

/** Begins in this tick where nothing has to be flushed. A Stop waits for no disk. */
export function whenKept<Value>(
  store: FlushPort,
  signal: AbortSignal,
  begin: () => Promise<Value>,
  stopped: Value,
): Promise<Value> {
  const flushing = store.flushing()
  if (flushing === 'kept') return begin()
  return isKept(flushing, signal).then((is) => (is ? begin() : Promise.resolve(stopped)))
}

/** False as soon as the work is stopped. */
async function isKept(flushing: Flushed | Promise<Flushed>, signal: AbortSignal): Promise<boolean> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const onAbort = guard('a stop ahead of a flush', () => resolve(null))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  const flushed = await Promise.race([aborted, flushing])
  signal.removeEventListener('abort', onAbort)
  return flushed === 'kept' && !signal.aborted
}

const STOPPED_REPLY: ModelOutcome = {
  type: 'failed',
  kind: 'aborted',
  detail: 'Stopped.',
  retryAfterMs: null,
  rejectedPart: null,
}

const STOPPED_RUN: ToolOutcome = {
  outcome: 'aborted',
  content: [],
  summary: null,
  files: [],
  digest: '',
}
