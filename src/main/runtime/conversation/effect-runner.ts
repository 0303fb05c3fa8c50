import type { EffectPorts, EffectHost } from './effect-host.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { textsOf } from '../../../shared/messages/content.ts'
import type { WorkId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Effect, EffectOf } from '../../core/machine/effect.ts'
import type { InputOf } from '../../core/machine/event.ts'
import { requestModel } from './ask-model.ts'
import { attempt, guard } from '../guard.ts'
import type { ToolRun } from '../ports/ports.ts'
import { runWhenKept } from './when-kept.ts'

/** Starts each effect, even if others throw: the liveness watch notices what did not start. */
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

/**
 * Starts an effect without awaiting it. Whatever throws, each piece of work reports exactly one final event under its
 * id (T17).
 */
function startEffect(effect: Effect, ports: EffectPorts, host: EffectHost): void {
  switch (effect.type) {
    case 'requestModel':
      void host.running.run(effect.requestId, (signal) => requestModel(effect, signal, ports, host))
      return
    case 'runTool':
      void host.running.run(effect.workId, (signal) => runTool(effect, signal, ports, host))
      return
    case 'answerTool':
      host.running.answer(effect.workId, effect.answer)
      return
    case 'startChild':
      startChild(effect, ports, host)
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

/** Starts a timer, except one of 0 ms, which was queued with its step. */
function startTimer(effect: EffectOf<'startTimer'>, host: EffectHost): void {
  const { timerId, afterMs } = effect
  if (afterMs <= 0) return
  const fire = (): void => host.report({ type: 'timerFired', timerId }, timerId)
  host.running.startTimer(timerId, afterMs, fire)
}

function startChild(
  { agent, agentId, task: words }: EffectOf<'startChild'>,
  { agents }: Pick<EffectPorts, 'agents'>,
  host: EffectHost,
): void {
  const signal = host.running.begin(agentId)
  const more = agent === undefined ? null : (agents?.wordsOf(host.folder, agent) ?? null)
  const task = more === null ? words : `${words}\n\n${more}`
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
      ...(host.caller === 'root' && { ask: askPersonFor(workId, host) }),
    }
    final = { type: 'toolFinished', workId, ...(await runWhenKept(ports, run)) }
  } catch (error) {
    ports.log.warn('the tool port threw', { workId, error: String(error) })
    const text = 'The tool failed because of a fault in Phoenix; its effect is unknown.'
    const content = [{ type: 'text', text }] as const
    const outcome = { outcome: 'failed', content, summary: null, files: [] } as const
    // No two such results are equal, because their effects are unknown.
    final = { type: 'toolFinished', workId, ...outcome, digest: workId }
  }
  host.report(final, workId)
}

/** Asks a person for the tool, one question at a time. Questions are numbered, so an answer cannot reach the next one. */
function askPersonFor(
  workId: WorkId,
  { report, running }: Pick<EffectHost, 'report' | 'running'>,
): NonNullable<ToolRun['ask']> {
  let number = 0
  return async (by, question, withdrawn) => {
    if (withdrawn.aborted) return null
    number += 1
    const withdrawal = { type: 'questionWithdrawn', workId, number } as const
    const withdraw = guard('a withdrawn question', () => report(withdrawal, null))
    withdrawn.addEventListener('abort', withdraw, { once: true })
    const answered = running.untilAnswered(workId)
    report({ type: 'toolAsked', workId, number, by, question }, null)
    const answer = await answered
    withdrawn.removeEventListener('abort', withdraw)
    return answer
  }
}

/** True if the request still contains this result: a summary does not contain the results before it. */
function holdsResult(active: readonly Message[], words: string): boolean {
  const summary = active.findLastIndex(({ content }) => content.type === 'summary')
  return active
    .slice(summary + 1)
    .some(({ content }) => content.type === 'tool' && textsOf(content.content).includes(words))
}
