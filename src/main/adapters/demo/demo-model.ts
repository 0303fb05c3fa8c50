import { NO_USAGE, type Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { ModelCall, ModelOutcome, ModelPort, Timers } from '../../runtime/ports/ports.ts'
import { estimateTokens } from '../../core/request/context-window.ts'
import type { ModelRequest } from '../../core/request/model-request.ts'
import { handedIn } from './scene-agents.ts'
import { sumUp } from './sum-up.ts'
import { readScene } from './read-scene.ts'
import type { SceneReply } from './scene.ts'
import { findScene } from './scenes.ts'
import { streamWords } from './stream-words.ts'

/** Fast, but still readable as it appears. */
const PAUSE_MS = 12
/** Long enough for the countdown to be seen. */
const RETRY_AFTER_MS = 3_000

/** A model that needs no key and no network: it follows a script and calls the real tools. */
export function createDemoModel({ timers }: { readonly timers: Timers }): ModelPort {
  const pretended = new PretendedFailures()
  return {
    ask: async (call) => {
      if (call.signal.aborted) return ABORTED
      const { tools } = call.request
      if (tools.length === 0) return speak(sumUp(call.request), call, timers)
      const { words, results } = readScene(call.request)
      const scene = findScene(words)
      if (results.length === 0 && pretended.isNextToFail(call, scene.failures)) return overloaded()
      const reply = scene.play(results)
      const isSubAgent = tools.some(({ name }) => name === 'submit_result')
      return speak(isSubAgent ? handedIn(reply) : reply, call, timers)
    },
  }
}

async function speak(reply: SceneReply, call: ModelCall, timers: Timers): Promise<ModelOutcome> {
  let hasStarted = false
  const isWhole = await streamWords({
    text: reply.text,
    pauseMs: PAUSE_MS,
    timers,
    signal: call.signal,
    onWord: (word) => {
      if (!hasStarted) call.onStarted()
      hasStarted = true
      call.onDelta('text', word)
    },
  })
  if (!isWhole) return ABORTED
  return {
    type: 'responded',
    blocks: blocksOf(reply, `demo_${call.request.messages.length}`),
    end: reply.call === null ? 'endTurn' : 'toolUse',
    usage: estimatedUsage(call.request, reply),
  }
}

function blocksOf({ text, call }: SceneReply, providerCallId: string): readonly Block[] {
  const textBlock: Block = { type: 'text', text }
  if (call === null) return [textBlock]
  const input = { type: 'object', value: { ...call.input } } as const
  return [textBlock, { type: 'toolCall', providerCallId, name: call.name, input }]
}

/** Estimates what a provider would count, so the demo fills the meter too. */
function estimatedUsage(request: ModelRequest, reply: SceneReply): Usage {
  const inputTokens = estimateTokens(JSON.stringify(request))
  return { ...NO_USAGE, inputTokens, outputTokens: estimateTokens(JSON.stringify(reply)) }
}

const ABORTED: ModelOutcome = {
  type: 'failed',
  kind: 'aborted',
  detail: 'Stopped.',
  retryAfterMs: null,
  rejectedPart: null,
}

function overloaded(): ModelOutcome {
  return {
    type: 'failed',
    kind: 'overloaded',
    detail: 'The demo pretends that its provider is overloaded. It recovers by itself.',
    retryAfterMs: RETRY_AFTER_MS,
    rejectedPart: null,
  }
}

/** Counts the pretended failures of a repeated request, which is recognised by its place in the conversation. */
class PretendedFailures {
  readonly #last = new Map<ConversationId, { readonly at: string; readonly failures: number }>()

  isNextToFail({ conversationId, request }: ModelCall, wanted: number): boolean {
    const at = `${request.messages.length}:${request.messages.at(-1)?.blocks.length}`
    const known = this.#last.get(conversationId)
    const failures = known?.at === at ? known.failures : 0
    this.#last.delete(conversationId)
    if (failures >= wanted) return false
    this.#last.set(conversationId, { at, failures: failures + 1 })
    return true
  }
}
