import { assertNever } from '../../shared/assert-never.ts'
import type { Message } from '../../shared/message.ts'

import type { Effect, EffectOf } from '../core/effect.ts'
import type { Input, InputOf } from '../core/event.ts'
import type { RequestDesk } from './request-desk.ts'
import type { ConversationFeed } from './conversation-feed.ts'
import type { Log, ModelPort, Timers, ToolPort } from './ports.ts'
import type { RunningWork } from './running-work.ts'
import type { ConversationId, TimerId, WorkId } from '../../shared/ids.ts'

export interface EffectPorts {
  readonly model: ModelPort
  readonly tools: ToolPort
  readonly timers: Timers
  readonly log: Log
}

/** What a runtime lends its effects. `settles`: the work or timer whose one final report this is. */
export interface EffectHost {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly running: RunningWork
  readonly feed: ConversationFeed
  readonly requests: RequestDesk
  history(): readonly Message[]
  report(input: Input, settles: WorkId | TimerId | null): void
}

/** Starts one effect. Never awaited; whatever throws, each work reports exactly one final event under its id (T17). */
export function startEffect(effect: Effect, ports: EffectPorts, host: EffectHost): void {
  switch (effect.type) {
    case 'requestModel':
      void requestModel(effect, ports, host)
      return
    case 'runTool':
      void runTool(effect, ports, host)
      return
    case 'stopWork':
      host.running.stop(effect.workIds, effect.reason)
      return
    case 'startTimer':
      startTimer(effect, ports, host)
      return
    case 'stopTimer':
      host.running.stopTimer(effect.timerId)
      return
    default:
      assertNever(effect)
  }
}

/** One of 0 ms was queued with its step. */
function startTimer(effect: EffectOf<'startTimer'>, ports: EffectPorts, host: EffectHost): void {
  const { timerId, afterMs } = effect
  if (afterMs <= 0) return
  const fire = (): void => host.report({ type: 'timerFired', timerId }, timerId)
  host.running.beginTimer(timerId, ports.timers.start(afterMs, fire))
}

async function requestModel(
  effect: EffectOf<'requestModel'>,
  ports: EffectPorts,
  host: EffectHost,
): Promise<void> {
  const { requestId } = effect
  const signal = host.running.begin(requestId)
  let final: Input
  try {
    final = await askModel(effect, signal, ports, host)
  } catch (error) {
    ports.log.warn('the model port threw', { requestId, error: String(error) })
    const detail =
      'The model could not be asked because of a fault in Phoenix. Press Retry to try again.'
    final = { type: 'llmFailed', requestId, kind: 'internal', detail, retryAfterMs: null }
  }
  host.report(final, requestId)
}

async function askModel(
  effect: EffectOf<'requestModel'>,
  signal: AbortSignal,
  ports: EffectPorts,
  host: EffectHost,
): Promise<InputOf<'llmResponded' | 'llmFailed'>> {
  const { requestId, provider, settings } = effect
  const history = host.history()
  const { request, complaints } = host.requests.build(history, {
    model: provider.model,
    system: settings.systemPrompt,
    tools: ports.tools.specs(),
  })
  if (complaints.length > 0) {
    ports.log.warn('an invalid request was not sent', {
      requestId,
      complaints: complaints.join('; '),
    })
    const detail =
      'Phoenix could not build a valid request from this conversation. Send another message to go on.'
    return { type: 'llmFailed', requestId, kind: 'invalidRequest', detail, retryAfterMs: null }
  }
  const outcome = await ports.model.ask({
    conversationId: host.conversationId,
    provider,
    timeouts: settings.timeouts,
    request,
    signal,
    onStarted: () => host.report({ type: 'llmStreamStarted', requestId }, null),
    onDelta: (part, text) => {
      if (!signal.aborted) host.feed.stream(requestId, part, text)
    },
  })
  if (outcome.type === 'failed') return { ...outcome, type: 'llmFailed', requestId }
  const calls = await Promise.all(
    outcome.blocks
      .filter((block) => block.type === 'toolCall')
      .map((block) => ports.tools.inspect(block, host.folder)),
  )
  const answered = request.messages.at(-1)?.blocks.at(-1)?.type
  const follows = answered === 'toolResult' ? 'results' : 'message'
  return { ...outcome, type: 'llmResponded', requestId, calls, follows }
}

async function runTool(
  effect: EffectOf<'runTool'>,
  ports: EffectPorts,
  host: EffectHost,
): Promise<void> {
  const { workId, call } = effect
  const { conversationId, folder } = host
  const signal = host.running.begin(workId)
  let final: InputOf<'toolFinished'>
  try {
    const onOutput = (text: string): void => host.feed.print(call.callId, text)
    const run = { conversationId, workId, call, folder, signal, onOutput }
    final = { type: 'toolFinished', workId, ...(await ports.tools.run(run)) }
  } catch (error) {
    ports.log.warn('the tool port threw', { workId, error: String(error) })
    const text = 'The tool failed because of a fault in Phoenix; its effect is unknown.'
    final = {
      type: 'toolFinished',
      workId,
      outcome: 'failed',
      content: [{ type: 'text', text }],
      summary: null,
    }
  }
  host.report(final, workId)
}
