import type { Commit, CommitFault, Committed } from '../../src/main/runtime/ports/history-store.ts'
import type { Store } from '../../src/main/runtime/ports/store.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { WaitingMessage } from '../../src/shared/messages/waiting.ts'
import { failed, type Result } from '../../src/shared/result.ts'
import type { StoreFault } from '../../src/main/core/machine/store-fault.ts'
import type { Disk } from './disk.ts'
import type { FlushedDisk } from './late-flush.ts'
import type { Randomness } from '../faults/randomness.ts'
import { HELD_MS, isFailingWrite, SLOW_COMMIT_MS } from '../faults/store-faults.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'

/** Thrown through the app when it dies, so none of its code continues. */
export class SimulatedCrash extends Error {}

export interface StoreWatch {
  /** True for the disk of the current life. */
  isCurrent(disk: Disk): boolean
  /** Called before and after each write, counted over the whole run. Throws if the app dies there. */
  beforeWrite(): void
  afterWrite(): void
  /** `waiting`: the messages that were waiting before the commit, if it delivered any. */
  committed(commit: Commit, committed: Committed, waiting: readonly WaitingMessage[]): void
  commitFailed(commit: Commit, fault: CommitFault): void
  /** The rows of these conversations were removed. */
  removed(ids: readonly ConversationId[]): void
  removalFailed(): void
}

type Writing = <Value, Fault extends CommitFault>(
  run: () => Result<Value, Fault>,
) => Result<Value, Fault | StoreFault>

/** Wraps the store for the app: faults strike, oracles observe, and the app can die at each write. */
export function guardStore(
  disk: Disk,
  world: SimulationContext,
  watch: StoreWatch,
  { queue }: FlushedDisk,
): Store {
  const { store } = disk
  /** Time until which another program holds the database, per folder. */
  const held = new Map<Randomness['faults'], number>()

  function attempt<Value, Fault extends CommitFault>(
    run: () => Result<Value, Fault>,
    { faults, choices }: Randomness = world,
  ): Result<Value, Fault | StoreFault> {
    if (queue.hasFailed) return failed('io')
    watch.beforeWrite()
    if (!watch.isCurrent(disk)) world.fail('a dead app writes nothing', 'it did')
    if (world.schedule.now < (held.get(faults) ?? 0) && !faults.isHealed) return failed('locked')
    const tested = faults.countWrite()
    const fault = tested?.fault ?? faults.strike('store')
    if (fault === 'held') {
      const ms = choices.int(HELD_MS)
      world.schedule.heldMs += ms
      held.set(faults, world.schedule.now + ms)
      world.note('the disk: held by another program')
      return failed('locked')
    }
    if (fault === 'slow') world.schedule.delay(SLOW_COMMIT_MS)
    else if (fault !== null && isFailingWrite(fault)) {
      world.note(`the disk: ${fault}`)
      disk.failNext(fault, tested?.statement ?? choices.int(4))
    }
    const result = run()
    if (disk.clearFault() && tested !== null) faults.hasStruck = true
    if (result.ok) queue.wrote()
    return result
  }

  /** `by`: what repeats the write if it meets a lock. */
  const writeBy =
    (by: string): Writing =>
    (run) => {
      const result = attempt(run)
      if (!result.ok && result.error === 'locked')
        world.schedule.othersMetLock.set(by, world.schedule.moment)
      watch.afterWrite()
      return result
    }
  const writing = (id: ConversationId): Writing => writeBy(`the making of ${id}`)

  return {
    ...wrapStore(store, writeBy('a command')),
    flushing: () => queue.flushing(),
    commit: (commit) =>
      world.ports.commit(() => {
        const waiting = commit.delivered.length === 0 ? [] : store.waiting(commit.conversationId)
        const result = attempt(
          () => store.commit(commit),
          world.randomnessOf(commit.conversationId),
        )
        if (result.ok) watch.committed(commit, result.value, waiting)
        else watch.commitFailed(commit, result.error)
        watch.afterWrite()
        return result
      }),
    removeConversations: (ids) => {
      const result = attempt(() => store.removeConversations(ids))
      if (result.ok) watch.removed(ids)
      else watch.removalFailed()
      watch.afterWrite()
      return result
    },
    rename: (id, title, source) => {
      if (source === 'model') world.sometimes('a title was given by a model')
      const by = source === 'model' ? `the title of ${id}` : 'a command'
      return writeBy(by)(() => store.rename(id, title, source))
    },
    createConversation: (row) => writing(row.id)(() => store.createConversation(row)),
    forkConversation: (from, first, shells) =>
      writing(first.conversationId)(() => store.forkConversation(from, first, shells)),
    beginWriting: (id) => writing(id)(() => store.beginWriting(id)),
    endWriting: (id) => writing(id)(() => store.endWriting(id)),
  }
}

/** Returns the store with every write passed through `write`. Lists each method, because methods may be on a prototype. */
export function wrapStore(store: Store, write: Writing): Store {
  return {
    commit: (commit) => write(() => store.commit(commit)),
    createConversation: (row) => write(() => store.createConversation(row)),
    forkConversation: (from, first, shells) =>
      write(() => store.forkConversation(from, first, shells)),
    saveDraft: (id, draft) => write(() => store.saveDraft(id, draft)),
    saveReviewComments: (id, comments) => write(() => store.saveReviewComments(id, comments)),
    configure: (id, own) => write(() => store.configure(id, own)),
    putWaiting: (id, message) => write(() => store.putWaiting(id, message)),
    removeWaiting: (id, messageId) => write(() => store.removeWaiting(id, messageId)),
    orderWaiting: (id, order) => write(() => store.orderWaiting(id, order)),
    removeRule: (folder, rule) => write(() => store.removeRule(folder, rule)),
    rename: (id, title, source) => write(() => store.rename(id, title, source)),
    place: (id, place) => write(() => store.place(id, place)),
    markUnread: (id, isUnread) => write(() => store.markUnread(id, isUnread)),
    beginRecovery: (id) => write(() => store.beginRecovery(id)),
    endRecovery: (id) => write(() => store.endRecovery(id)),
    beginWriting: (id) => write(() => store.beginWriting(id)),
    endWriting: (id) => write(() => store.endWriting(id)),
    removeConversations: (ids) => write(() => store.removeConversations(ids)),
    clearRows: () => write(() => store.clearRows()),
    forgetDiscarded: (done) => write(() => store.forgetDiscarded(done)),
    beginShellCommand: (id, command) => write(() => store.beginShellCommand(id, command)),
    endShellCommand: (id, end) => write(() => store.endShellCommand(id, end)),
    interruptShellCommands: () => write(() => store.interruptShellCommands()),
    flushing: () => store.flushing(),
    shellCommand: (id) => store.shellCommand(id),
    shellCommands: (id, page) => store.shellCommands(id, page),
    list: () => store.list(),
    listSome: (newest, ids) => store.listSome(newest, ids),
    listAfter: (id, count) => store.listAfter(id, count),
    reviewComments: (id) => store.reviewComments(id),
    emptyIn: (folder) => store.emptyIn(folder),
    conversation: (id) => store.conversation(id),
    messages: (id, page) => store.messages(id, page),
    history: (id) => store.history(id),
    messagesOf: (...asked) => store.messagesOf(...asked),
    landmarks: (id) => store.landmarks(id),
    seekLandmarks: (id) => store.seekLandmarks(id),
    lastSeqs: (id) => store.lastSeqs(id),
    sentPrompts: (...asked) => store.sentPrompts(...asked),
    message: (id) => store.message(id),
    draft: (id) => store.draft(id),
    unsentDrafts: () => store.unsentDrafts(),
    waiting: (id) => store.waiting(id),
    rules: (folder) => store.rules(folder),
    allRules: () => store.allRules(),
    unsettled: () => store.unsettled(),
    recoveryFacts: (id) => store.recoveryFacts(id),
    setAside: () => store.setAside(),
    familyOf: (id) => store.familyOf(id),
    leavingRows: () => store.leavingRows(),
    partlyWritten: () => store.partlyWritten(),
    discarded: () => store.discarded(),
    namedBlobs: (from) => store.namedBlobs(from),
  }
}
