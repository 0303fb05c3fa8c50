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

/**
 * Sends the request once the step that led to it would survive a power cut. If it is stopped before that, it is not
 * sent.
 */
export function askWhenKept(
  { model, store }: { readonly model: ModelPort; readonly store: FlushPort },
  call: ModelCall,
): Promise<ModelOutcome> {
  return whenKept(store, call.signal, () => model.ask(call), { stopped: STOPPED_REPLY })
}

/**
 * Runs the call once the step that led to it would survive a power cut. If it is stopped before that, it does not
 * start.
 */
export function runWhenKept(
  { tools, store }: { readonly tools: ToolPort; readonly store: FlushPort },
  run: ToolRun,
): Promise<ToolOutcome> {
  return whenKept(store, run.signal, () => tools.run(run), { stopped: STOPPED_RUN })
}

/** Starts in this tick if nothing has to be flushed. A Stop does not wait for the disk. */
export function whenKept<Value>(
  store: FlushPort,
  signal: AbortSignal,
  begin: () => Promise<Value>,
  /** The results if it was stopped, or if the disk failed. */
  { stopped, lost = stopped }: { readonly stopped: Value; readonly lost?: Value },
): Promise<Value> {
  const flushing = store.flushing()
  if (flushing === 'kept') return begin()
  return unlessAborted(flushing, signal).then((flushed) => {
    if (flushed === 'kept') return begin()
    return flushed === 'failed' ? lost : stopped
  })
}

/** Null as soon as the work is stopped. */
async function unlessAborted(
  flushing: Flushed | Promise<Flushed>,
  signal: AbortSignal,
): Promise<Flushed | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const onAbort = guard('a stop before a flush', () => resolve(null))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  const flushed = await Promise.race([aborted, flushing])
  signal.removeEventListener('abort', onAbort)
  return signal.aborted ? null : flushed
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
