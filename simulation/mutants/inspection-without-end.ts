import type { Block } from '../../src/shared/messages/content.ts'
import type { WorkId } from '../../src/shared/ids.ts'
import type { CallFacts } from '../../src/main/core/machine/event.ts'
import type { EffectHost, EffectPorts } from '../../src/main/runtime/conversation/effect-host.ts'

export * from '../../src/main/runtime/conversation/inspect-calls.ts'

/** PLANTED BUG: the inspection of a call has no deadline. */
export async function inspectCalls(
  _requestId: WorkId,
  blocks: readonly Block[],
  { tools }: EffectPorts,
  { folder, caller }: EffectHost,
): Promise<readonly CallFacts[]> {
  const calls = blocks.filter((block) => block.type === 'toolCall')
  return Promise.all(calls.map((call) => tools.inspect(call, { folder, caller })))
}
