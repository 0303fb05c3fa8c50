import type { EffectOf } from '../../../core/machine/effect.ts'
import type { EffectHost, EffectPorts } from '../effect-host.ts'

type RequestModel = EffectOf<'requestModel'>

/**
 * The model gets the state of git once, with the first request. It is recorded before the request is built, so later
 * requests begin with the same text.
 */
export async function tellGitState(
  { provider, requestId: workId }: RequestModel,
  signal: AbortSignal,
  { git, model }: EffectPorts,
  host: EffectHost,
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
    host.say({ type: 'settingsChanged', change: { gitState } })
}

/** Only the person has said anything yet. */
export function isFirstReply({ purpose }: RequestModel, host: EffectHost): boolean {
  if (host.caller !== 'root' || purpose !== 'reply') return false
  return host
    .neededMessages()
    .every(
      ({ content }) =>
        content.type !== 'agent' && (content.type !== 'user' || content.author === 'person'),
    )
}
