import type { EventId } from '../src/shared/ids.ts'
import { NO_TAPE, Choices } from './choices.ts'
import { ConversationRegistry } from '../src/main/runtime/conversation-registry.ts'
import type { Context } from '../src/main/core/context.ts'
import type { Log, Store, StoredConversation } from '../src/main/runtime/ports.ts'
import type { Disk } from './disk.ts'
import { Death } from './guarded-store.ts'
import { Schedule } from './schedule.ts'

type Complain = (promise: string, facts: string) => void

const SILENT: Log = { warn: () => {} }

/**
 * Restarts from a dead app's disk: all conversations are idle (I24), nothing is asked and nothing runs (I26), a second
 * recovery changes nothing, and whatever write a second death strikes, the next recovery ends in the same (I25).
 */
export function checkRecovery(
  disk: Disk,
  contextOf: (stored: StoredConversation) => Context,
  complain: Complain,
): void {
  const whole = disk.copy(SILENT)
  const writes = recover(whole, contextOf, complain, null)
  const result = describe(whole)
  for (const id of whole.conversations()) {
    const type = whole.store.conversation(id)?.state?.type
    if (type !== 'idle') complain('I24 all conversations are idle after a restart', `${id} ${type}`)
  }
  if (whole.store.unsettled().length > 0) complain('I25 recovery is done once', 'unsettled')
  whole.close()
  for (let at = 0; at < 2 * writes; at++) {
    const struck = disk.copy(SILENT)
    recover(struck, contextOf, complain, at)
    recover(struck, contextOf, complain, null)
    const again = describe(struck)
    if (again !== result) complain('I25 recovery is idempotent', `${at}: ${again} / ${result}`)
    struck.close()
  }
}

/** Answers how often it wrote. `dieAt`: before (even) or after (odd) which write. */
function recover(
  disk: Disk,
  contextOf: (stored: StoredConversation) => Context,
  complain: Complain,
  dieAt: number | null,
): number {
  const schedule = new Schedule(new Choices(1, NO_TAPE))
  let writes = 0
  let isDead = false
  const writing = <Value>(write: () => Value): Value => {
    if (isDead || dieAt === 2 * writes) {
      isDead = true
      throw new Death()
    }
    const value = write()
    if (dieAt === 2 * writes++ + 1) {
      isDead = true
      throw new Death()
    }
    return value
  }
  const store: Store = {
    ...reads(disk.store),
    commit: (commit) => writing(() => disk.store.commit(commit)),
    markUnread: (id, isUnread) => writing(() => disk.store.markUnread(id, isUnread)),
  }
  const nothingRuns = (what: string): never => {
    complain('I26 recovery asks nobody and runs nothing', what)
    throw new Death()
  }
  let ids = 0
  const prefix = `r${disk
    .conversations()
    .map((id) => disk.seq(id))
    .join('-')}.${dieAt ?? 'x'}`
  const registry = new ConversationRegistry({
    store,
    clock: { now: () => 2_000_000_000_000 },
    timers: {
      start: (ms, fire) => schedule.after(ms, 'timer', 'timer', fire),
      soon: (run) => void schedule.after(0, 'turn', 'turn', run),
    },
    ids: { next: () => `${prefix}.${ids++}` as EventId, random: () => 0 },
    log: SILENT,
    model: { ask: () => nothingRuns('a request') },
    tools: {
      specs: () => [],
      inspect: () => nothingRuns('an inspection'),
      run: () => nothingRuns('a tool'),
    },
    contextOf,
    broadcast: () => {},
    wantsTitle: () => false,
  })
  registry.recover()
  try {
    for (let next = schedule.next(0); next !== null; next = schedule.next(0)) next.run()
  } catch (error) {
    if (!(error instanceof Death)) throw error
  }
  return writes
}

/** The fake store is a class: its methods stand on its prototype. */
function reads(store: Store): Omit<Store, 'commit' | 'markUnread'> {
  return {
    createConversation: (row) => store.createConversation(row),
    list: () => store.list(),
    conversation: (id) => store.conversation(id),
    messages: (id, page) => store.messages(id, page),
    history: (id) => store.history(id),
    message: (id) => store.message(id),
    draft: (id) => store.draft(id),
    saveDraft: (id, draft) => store.saveDraft(id, draft),
    rename: (id, title, source) => store.rename(id, title, source),
    unsettled: () => store.unsettled(),
    recoveryFacts: (id) => store.recoveryFacts(id),
  }
}

/** What is stored, without ids and times, which a second recovery makes anew. */
function describe(disk: Disk): string {
  return JSON.stringify(
    disk
      .conversations()
      .map((id) => [disk.state(id), disk.history(id).map(({ content }) => content)]),
  )
}
