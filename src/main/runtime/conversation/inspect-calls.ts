import type { Block } from '../../../shared/messages/content.ts'
import type { TimerId, WorkId } from '../../../shared/ids.ts'
import type { CallFacts } from '../../core/machine/event.ts'
import { afterOthers } from '../after-others.ts'
import type { EffectHost, EffectPorts } from './effect-host.ts'

type CallBlock = Extract<Block, { type: 'toolCall' }>

/**
 * Time limit for inspecting the files of a call. It takes ms; if it takes this long, the mount is gone and it will not
 * end.
 */
export const INSPECT_MS = 10_000
/** How many inspections begin between two turns of the event loop. */
const AT_ONCE = 16

/**
 * Determines the facts of a reply's calls. The reply has arrived and is paid for, so a call that cannot be inspected
 * costs only that call.
 */
export async function inspectCalls(
  requestId: WorkId,
  blocks: readonly Block[],
  ports: Pick<EffectPorts, 'tools' | 'log' | 'timers'>,
  host: EffectHost,
): Promise<readonly CallFacts[]> {
  const calls = blocks.filter((block) => block.type === 'toolCall')
  if (calls.length === 0) return []
  const timerId = `${requestId}.inspect` as TimerId
  const hung = new Promise<string>((resolve) => {
    host.running.startTimer(timerId, INSPECT_MS, () => resolve(HUNG))
  })
  const inspectOne = async (call: CallBlock, index: number): Promise<CallFacts> => {
    const found = await Promise.race([inspect(call, ports, host), hung])
    if (typeof found !== 'string') return found
    ports.log.warn('a call could not be inspected', { requestId, index, why: found })
    return unusable(call, `${requestId}.${index}`, found)
  }
  const inspected: Promise<CallFacts>[] = []
  try {
    for (const [index, call] of calls.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await afterOthers(ports.timers)
      inspected.push(inspectOne(call, index))
    }
    return await Promise.all(inspected)
  } finally {
    host.running.stopTimer(timerId)
  }
}

const HUNG = `the files that it touches did not respond within ${INSPECT_MS / 1_000} s`

/** Returns a string that says why if there are no facts. */
async function inspect(
  call: CallBlock,
  { tools }: Pick<EffectPorts, 'tools'>,
  { conversationId, folder, caller }: EffectHost,
): Promise<CallFacts | string> {
  try {
    return await tools.inspect(call, { conversationId, folder, caller })
  } catch (error) {
    return `checking it failed inside Phoenix (${String(error)})`
  }
}

/** No two such calls are equal, because it is unknown what they touch. */
function unusable({ name, input }: CallBlock, digest: string, why: string): CallFacts {
  const text = `Not run: ${why}. Try again, or go on without this call.`
  return { name, input, digest, check: { type: 'unusable', text } }
}
