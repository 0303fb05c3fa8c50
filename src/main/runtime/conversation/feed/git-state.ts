import type { EffectOf } from '../../../core/machine/effect.ts'
import type { Input } from '../../../core/machine/event.ts'
import type { Caller } from '../../../core/machine/context.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import type { GitPort } from '../../ports/file-ports.ts'
import type { ModelPort } from '../../ports/ports.ts'

type RequestModel = EffectOf<'requestModel'>

interface GitStatePorts {
  readonly git: GitPort
  readonly model: Pick<ModelPort, 'load'>
}

/** Its access to the conversation. */
interface GitStateHost {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly caller: Caller
  neededMessages(): readonly Message[]
  say(input: Input): Promise<void>
}

/**
 * Gives the model the state of git once, with the first request. It is recorded before the request is built, so later
 * requests begin with the same text.
 */
export async function tellGitState(
  { provider, requestId: workId }: RequestModel,
  signal: AbortSignal,
  { git, model }: GitStatePorts,
  host: GitStateHost,
): Promise<void> {
  const { conversationId, folder } = host
  const gitState = await git.stateOf({
    conversationId,
    folder,
    workId,
    signal,
    onStarted: () => model.load?.(provider),
  })
  if (gitState !== null && !signal.aborted)
    await host.say({ type: 'settingsChanged', change: { gitState } })
}

/** True if only the person has said anything yet. */
export function isFirstReply({ purpose }: RequestModel, host: GitStateHost): boolean {
  if (host.caller !== 'root' || purpose !== 'reply') return false
  return host
    .neededMessages()
    .every(
      ({ content }) =>
        content.type !== 'agent' && (content.type !== 'user' || content.author === 'person'),
    )
}
