import type { Message } from '../../../../shared/messages/message.ts'
import type { EffectOf } from '../../../core/machine/effect.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { HookRun } from '../../../../shared/conversation/hook-run.ts'
import type { Caller } from '../../../core/machine/context.ts'
import type { Input } from '../../../core/machine/event.ts'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'
import type { HookPort } from '../../ports/servers/hook-port.ts'
import type { LiveHooks } from './live-hooks.ts'

/** Its access to the conversation. */
interface MessageHost {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly caller: Caller
  readonly feed: { readonly hooks: LiveHooks }
  neededMessages(): readonly Message[]
  commandPolicy(): SandboxPolicy | null
  say(input: Input): Promise<void>
}

/**
 * Runs the hooks on a person's messages, before the first request that would contain them. Their answers are recorded as
 * one, before that request is built: a record counts for every message before it. If a hook blocks a message, the turn
 * and this request end. After a crash or a Stop the hooks run again: a message without a recorded answer was never sent.
 */
export async function askMessageHooks(
  { requestId }: Pick<EffectOf<'requestModel'>, 'requestId'>,
  signal: AbortSignal,
  { hooks }: { readonly hooks?: HookPort },
  host: MessageHost,
): Promise<void> {
  if (hooks === undefined || host.caller !== 'root') return
  const runs: HookRun[] = []
  const texts: string[] = []
  let fromSeq = 0
  let blocks: string | null = null
  for (const { seq, content } of unchecked(host.neededMessages())) {
    if (content.type !== 'user' || signal.aborted) return
    const { conversationId, folder } = host
    const running = host.feed.hooks.follow('UserPromptSubmit')
    const { text } = content
    const request = { conversationId, folder, sandboxPolicy: host.commandPolicy(), signal, text }
    const results = await hooks
      .onMessage({ ...request, onBegin: running.begin })
      .finally(running.end)
    runs.push(...results.runs)
    texts.push(...results.texts)
    fromSeq = seq
    blocks = results.blockReason
    if (blocks !== null) break
  }
  if (runs.length === 0 || signal.aborted) return
  const of = { type: 'message', requestId, fromSeq, text: texts.join('\n\n') } as const
  await host.say({ type: 'hooksAnswered', of, runs, blocks })
}

/**
 * Returns the person's messages since the last reply, or since the last message that hooks let pass. A blocked one can
 * be sent again.
 */
function unchecked(messages: readonly Message[]): readonly Message[] {
  const lastChecked = messages.findLastIndex(({ content }) => {
    if (content.type === 'agent' || content.type === 'summary') return true
    const ran = 'hooks' in content ? (content.hooks ?? []) : []
    const words = ran.filter(({ event }) => event === 'UserPromptSubmit')
    return words.length > 0 && words.every(({ outcome }) => outcome !== 'blocked')
  })
  return messages
    .slice(lastChecked + 1)
    .filter(({ content }) => content.type === 'user' && content.author === 'person')
}
