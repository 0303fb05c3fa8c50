import { turnOf } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, TurnId } from '../../src/shared/ids.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import { testContext } from '../../src/main/core/testing/test-context.ts'
import { child, idOf } from '../../src/main/runtime/fakes/delegating.ts'
import { World } from '../../src/main/runtime/fakes/world.ts'

export const CONVERSATION = 'c1' as ConversationId

/** A world that asks for permission whenever none was given. */
export function asking(settings: Partial<Context> = {}): World {
  const context = { ...testContext(), permissionMode: 'ask', ...settings } as const
  return new World(undefined, undefined, { context })
}

/** A Retry while a sub-agent of the previous turn is still stopping: the disk was full when its parent was stopped. */
export async function stoppedBehindAFullDisk(world: World): Promise<void> {
  await world.send('Ask others')
  world.model.last.spawn('Look')
  await world.time.settle()
  const agent = idOf(child(world, 0))
  world.model.lastOf(agent).callBash('sleep 60')
  await world.time.settle()
  await world.answerApprovals({ type: 'once' }, agent)
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (each) =>
    each.conversationId === CONVERSATION ? { ok: false, error: 'full' } : commit(each)
  world.cancel()
  world.store.commit = commit
  await world.request('turn.retry', { conversationId: CONVERSATION })
  await world.time.settle()
}

/** Chooses a folder although the current one exists, or while work runs: no screen offers that. */
export function chooseFolder(world: World): void {
  world.runtime.dispatch({ type: 'settingsChanged', change: { folder: '/elsewhere' } }, () => {})
}

/** Turns are limited to this many ms; messages are debounced. */
export function limitedTo(ms: number): World {
  const caps = { ...testContext().caps, minutesPerTurn: ms / 60_000 }
  return asking({ permissionMode: 'auto', busyPolicy: 'interrupt', debounceMs: 100, caps })
}

/** Extends the running turn. */
export async function extend(world: World): Promise<void> {
  const turnId = turnOf(world.state)?.id ?? ('no turn' as TurnId)
  await world.request('turn.extend', { conversationId: CONVERSATION, turnId })
}
