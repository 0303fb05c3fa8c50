import { assertNever } from '../../../shared/assert-never.ts'
import { textsOf } from '../../../shared/content.ts'
import type { ConversationId, TimerId, WorkId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/message.ts'
import type { NamedModel } from '../../../shared/model-name.ts'
import type { Caller, ContextChange } from '../../core/machine/context.ts'
import type { Effect, EffectOf } from '../../core/machine/effect.ts'
import type { Input, InputOf } from '../../core/machine/event.ts'
import { requestModel } from './ask-model.ts'
import type { ConversationFeed } from './conversation-feed.ts'
import type { BlobPort, GitPort } from '../ports/file-ports.ts'
import { attempt } from '../guard.ts'
import type { Log, ModelPort, Timers, ToolPort } from '../ports/ports.ts'
import type { RequestBuilder } from './request-builder.ts'
import type { RunningWork } from './running-work.ts'
import type { ChildStart } from './sub-agents.ts'

export interface EffectPorts {
  readonly model: ModelPort
  readonly tools: ToolPort
  readonly timers: Timers
  readonly blobs: Pick<BlobPort, 'read' | 'keepNow'>
  readonly git: GitPort
  readonly log: Log
}

/** What a runtime lends its effects. `settles`: the work or timer whose one final report this is. */
export interface EffectHost {
  readonly conversationId: ConversationId
  /** Where it works now. */
  readonly folder: string
  readonly caller: Caller
  /** Whether its models may search the web by a tool of their provider, as things stand now. */
  maySearchWeb(): boolean
  readonly running: RunningWork
  readonly feed: ConversationFeed
  readonly requests: RequestBuilder
  /** What requests are built from. */
  neededMessages(): readonly Message[]
  /** Whether a model has shown here that it thinks by itself. */
  hasThought(model: NamedModel): boolean
  report(input: Input, settles: WorkId | TimerId | null): void
  /** On record, and in what `told` answers, when it returns; but for a disk that fails. */
  record(change: ContextChange): void
  startChild(child: ChildStart): void
}

/** Starts each of them, whatever becomes of the others: what one should have begun is missed by the liveness watch. */
export function startEffects(
  effects: readonly Effect[],
  ports: EffectPorts,
  host: EffectHost,
): void {
  for (const effect of effects) {
    const where = `${effect.type} of conversation ${host.conversationId}`
    attempt(where, () => startEffect(effect, ports, host))
  }
}

/** Never awaited; whatever throws, each work reports exactly one final event under its id (T17). */
function startEffect(effect: Effect, ports: EffectPorts, host: EffectHost): void {
  switch (effect.type) {
    case 'requestModel':
      void host.running.run(effect.requestId, (signal) => requestModel(effect, signal, ports, host))
      return
    case 'runTool':
      void host.running.run(effect.workId, (signal) => runTool(effect, signal, ports, host))
      return
    case 'startChild':
      startChild(effect, host)
      return
    case 'stopWork':
      host.running.stop(effect.workIds, effect.reason)
      return
    case 'startTimer':
      startTimer(effect, host)
      return
    case 'stopTimer':
      host.running.stopTimer(effect.timerId)
      return
    default:
      assertNever(effect)
  }
}

/** One of 0 ms was queued with its step. */
function startTimer(effect: EffectOf<'startTimer'>, host: EffectHost): void {
  const { timerId, afterMs } = effect
  if (afterMs <= 0) return
  const fire = (): void => host.report({ type: 'timerFired', timerId }, timerId)
  host.running.startTimer(timerId, afterMs, fire)
}

function startChild({ agentId, task }: EffectOf<'startChild'>, host: EffectHost): void {
  const signal = host.running.begin(agentId)
  host.startChild({
    agentId,
    task,
    signal,
    report: (now) =>
      host.report({ type: 'childChanged', agentId, now }, now.type === 'ended' ? agentId : null),
  })
}

async function runTool(
  effect: EffectOf<'runTool'>,
  signal: AbortSignal,
  ports: EffectPorts,
  host: EffectHost,
): Promise<void> {
  const { workId, call, sandboxPolicy } = effect
  const { conversationId } = host
  let final: InputOf<'toolFinished'>
  try {
    const onOutput = (text: string): void => host.feed.print(call.callId, text)
    const { folder } = host
    const isKnownToModel = (words: string): boolean => holdsResult(host.neededMessages(), words)
    const run = {
      conversationId,
      workId,
      call,
      folder,
      sandboxPolicy,
      signal,
      onOutput,
      isKnownToModel,
    }
    final = { type: 'toolFinished', workId, ...(await ports.tools.run(run)) }
  } catch (error) {
    ports.log.warn('the tool port threw', { workId, error: String(error) })
    const text = 'The tool failed because of a fault in Phoenix; its effect is unknown.'
    const content = [{ type: 'text', text }] as const
    const outcome = { outcome: 'failed', content, summary: null, files: [] } as const
    // No two such results are equal: nobody knows what came of them.
    final = { type: 'toolFinished', workId, ...outcome, digest: workId }
  }
  host.report(final, workId)
}

/** A summary does not hold what results said before it. */
function holdsResult(told: readonly Message[], words: string): boolean {
  const summary = told.findLastIndex(({ content }) => content.type === 'summary')
  return told
    .slice(summary + 1)
    .some(({ content }) => content.type === 'tool' && textsOf(content.content).includes(words))
}
