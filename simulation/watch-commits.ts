import { type ConversationState, isResting } from '../src/shared/conversation/conversation-state.ts'
import type { StoreWatch } from './disks/guarded-store.ts'
import { actProbability } from './people/act-probability.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import type { Deletions } from './deletions.ts'
import type { Disk } from './disks/disk.ts'
import type { Oracles } from './oracles/oracles.ts'
import type { SimulatedModel } from './ports/simulated-model.ts'
import type { SimulationContext } from './faults/simulation-context.ts'

/** The observers of commits. */
interface CommitWorld extends SimulationContext {
  readonly deletions: Deletions
  readonly disk: Disk
  readonly model: SimulatedModel
  readonly oracles: Oracles
  liveState(id: ConversationId): ConversationState
  onImpatience(id: ConversationId): void
}

/** Saved steps are judged, and seen by people who may act on them; steps that failed to save are seen too. */
export function watchCommits(
  world: CommitWorld,
): Pick<StoreWatch, 'committed' | 'commitFailed' | 'removed' | 'removalFailed'> {
  return {
    committed: (commit, committed, waiting) => {
      world.deletions.checkWritten(commit.conversationId)
      if (world.schedule.metLock.has(commit.conversationId))
        world.sometimes('a step was saved after a lock')
      const inputs = commit.rows.flatMap((row) => (row.kind === 'input' ? [row.event.input] : []))
      if (committed.messages.length > 0 && inputs.length > 2)
        world.sometimes('several steps were saved in one transaction')
      if (inputs.some(({ type }) => type === 'storeFailed'))
        world.sometimes('what could not be saved was saved later')
      world.oracles.flushes.committed(commit, committed)
      world.oracles.committed(commit, world.disk, world.model, waiting)
      if (commit.delivered.length > 0) world.sometimes('a waiting message was delivered')
      const { choices, faults } = world.randomnessOf(commit.conversationId)
      if (!faults.isHealed && choices.chance(actProbability(commit.state)))
        world.onImpatience(commit.conversationId)
    },
    commitFailed: (commit, fault) => {
      world.deletions.checkWritten(commit.conversationId)
      if (fault === 'locked') {
        world.oracles.waitingMessages.metLock(commit, world.liveState(commit.conversationId))
        world.schedule.metLock.set(commit.conversationId, world.schedule.moment)
        return
      }
      const isAtRest = isResting(world.liveState(commit.conversationId))
      world.sometimes(isAtRest ? 'a write failed at rest' : 'a write failed while busy')
      if (!isAtRest) world.sometimes('a step was shown before it could be saved')
    },
    removed: (ids) => world.deletions.removed(ids),
    removalFailed: () => world.deletions.failed(),
  }
}
