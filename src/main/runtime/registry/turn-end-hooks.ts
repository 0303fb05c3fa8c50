import { MAX_HOOK_OUTPUT } from '../../../shared/conversation/hook-run.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { textOf } from '../../core/turn/reply-text.ts'
import { commandPolicyOf } from '../../core/machine/sandbox-policy.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { isResting } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { reportFault } from '../guard.ts'
import type { HookPort, HookResults } from '../ports/servers/hook-port.ts'

/** How often in a row hooks may make the agent continue before a person says something. */
const MOST_IN_A_ROW = 5

/**
 * Runs the hooks at the end of a turn. They run while the conversation rests: nothing waits for them. A hook's request
 * to continue is followed only if nothing was said since.
 */
export class TurnEndHooks {
  readonly #running = new Map<ConversationId, AbortController>()
  readonly #hooks: HookPort | undefined
  readonly #open: (id: ConversationId) => ConversationRuntime | null

  constructor(
    hooks: HookPort | undefined,
    open: (id: ConversationId) => ConversationRuntime | null,
  ) {
    this.#hooks = hooks
    this.#open = open
  }

  /** Runs the hooks after the end of a turn. */
  begin(id: ConversationId, runtime: ConversationRuntime): void {
    if (this.#hooks === undefined || !runtime.isRoot) return
    const messages = runtime.record.memory.needed()
    const last = messages.at(-1)
    if (last?.content.type !== 'agent') return
    this.stop(id)
    const lastWords = textOf(last.content.blocks)
    const stop = new AbortController()
    this.#running.set(id, stop)
    const turnEnd = { id, runtime, stop, messages, at: last.seq, hooks: this.#hooks, lastWords }
    this.#follow(turnEnd).catch((error: unknown) =>
      reportFault({ where: 'hooks at the end of a turn', error, conversationId: id }),
    )
  }

  /** Tells its hooks to end, in this tick. */
  stop(id: ConversationId): void {
    this.#running.get(id)?.abort()
    this.#running.delete(id)
  }

  stopAll(): void {
    for (const id of this.#running.keys()) this.stop(id)
  }

  async #follow(turnEnd: {
    readonly id: ConversationId
    readonly runtime: ConversationRuntime
    readonly stop: AbortController
    readonly messages: readonly Message[]
    readonly at: number
    readonly lastWords: string
    readonly hooks: HookPort
  }): Promise<void> {
    const { at, hooks, id, lastWords, messages, runtime, stop } = turnEnd
    const inARow = continuationsIn(messages)
    const shown = runtime.feed.hooks.follow('Stop')
    const { liveContext, record } = runtime
    const results = await resultsOf(hooks, {
      conversationId: id,
      folder: record.stored.folder,
      sandboxPolicy: commandPolicyOf(liveContext),
      signal: stop.signal,
      lastWords,
      isAgain: inARow > 0,
      onBegin: shown.begin,
    })
    shown.end()
    if (this.#running.get(id) === stop) this.#running.delete(id)
    const now = results.runs.length === 0 ? null : this.#open(id)
    if (now === null) return
    const isNews = now.record.memory.recent().at(-1)?.seq !== at || !isResting(now.current)
    const isUsed = !isNews && !stop.signal.aborted && inARow < MOST_IN_A_ROW
    const blockReason = isUsed ? results.blockReason : null
    const answer = {
      type: 'hooksAnswered',
      of: { type: 'turn' },
      runs: results.runs,
      blocks: blockReason,
    } as const
    now.dispatch(answer, () => undefined)
  }
}

/**
 * Returns the results of the hooks at a turn's end. A port that throws has a bug: it is reported like a failed hook,
 * and nothing else of the conversation suffers.
 */
async function resultsOf(
  hooks: HookPort,
  request: Parameters<HookPort['onTurnEnd']>[0],
): Promise<HookResults> {
  try {
    return await hooks.onTurnEnd(request)
  } catch (error) {
    const output = `Phoenix could not run them: ${String(error)}`.slice(0, MAX_HOOK_OUTPUT)
    const run = {
      event: 'Stop',
      command: 'hooks',
      durationMs: 0,
      outcome: 'failed',
      output,
    } as const
    return { runs: [run], blockReason: null, texts: [] }
  }
}

/** Returns how often hooks have made the agent continue since a person last said something. */
function continuationsIn(messages: readonly Message[]): number {
  const spoke = messages.findLastIndex(
    ({ content }) => content.type === 'user' && content.author === 'person',
  )
  return messages
    .slice(spoke + 1)
    .filter(
      ({ content }) =>
        content.type === 'user' && content.hooks?.some(({ event }) => event === 'Stop') === true,
    ).length
}
