import { NO_USAGE, type Block } from '../../../shared/content.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { ModelCall, ModelOutcome, ModelPort, Timers } from '../../runtime/ports.ts'
import { readScene } from './read-scene.ts'
import type { SceneReply } from './scene.ts'
import { findScene } from './scenes.ts'
import { streamWords } from './stream-words.ts'

/** Quick, and still to be followed with the eyes. */
const PAUSE_MS = 12
/** Long enough for a countdown to be seen. */
const RETRY_AFTER_MS = 3_000

/** A model that needs no key and no network: it follows a script and calls the real tools. */
export function createDemoModel({ timers }: { readonly timers: Timers }): ModelPort {
  const pretended = new PretendedFailures()
  return {
    ask: async (call) => {
      if (call.signal.aborted) return ABORTED
      const { words, results } = readScene(call.request)
      const scene = findScene(words)
      if (results.length === 0 && pretended.isNextToFail(call, scene.failures)) return overloaded()
      return speak(scene.play(results), call, timers)
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
    end: reply.command === null ? 'endTurn' : 'toolUse',
    usage: NO_USAGE,
  }
}

function blocksOf({ text, command }: SceneReply, providerCallId: string): readonly Block[] {
  const said: Block = { type: 'text', text }
  if (command === null) return [said]
  const input = { type: 'object', value: { ...command } } as const
  return [said, { type: 'toolCall', providerCallId, name: 'bash', input }]
}

const ABORTED: ModelOutcome = {
  type: 'failed',
  kind: 'aborted',
  detail: 'Stopped.',
  retryAfterMs: null,
}

function overloaded(): ModelOutcome {
  return {
    type: 'failed',
    kind: 'overloaded',
    detail: 'The demo pretends that its provider is overloaded. It recovers by itself.',
    retryAfterMs: RETRY_AFTER_MS,
  }
}

/** Counts the failures of a request that is asked again, told apart by where its conversation stands. */
class PretendedFailures {
  private readonly last = new Map<
    ConversationId,
    { readonly at: string; readonly failures: number }
  >()

  isNextToFail({ conversationId, request }: ModelCall, wanted: number): boolean {
    const at = `${request.messages.length}:${request.messages.at(-1)?.blocks.length}`
    const known = this.last.get(conversationId)
    const failures = known?.at === at ? known.failures : 0
    this.last.delete(conversationId)
    if (failures >= wanted) return false
    this.last.set(conversationId, { at, failures: failures + 1 })
    return true
  }
}
