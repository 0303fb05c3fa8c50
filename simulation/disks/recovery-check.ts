import type { ConversationId, EventId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/messages/message.ts'
import { ok } from '../../src/shared/result.ts'
import { ConversationRegistry } from '../../src/main/runtime/registry/conversation-registry.ts'
import { NO_SHELLS } from '../../src/main/runtime/fakes/memory/memory-shells.ts'
import { NO_PROCESSES } from '../../src/main/runtime/fakes/absent/no-processes.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { StoredConversation } from '../../src/main/runtime/ports/conversation-store.ts'
import type { Log } from '../../src/main/runtime/ports/ports.ts'
import type { Disk } from './disk.ts'
import { SimulatedCrash, wrapStore } from './guarded-store.ts'
import { Schedule } from '../schedule.ts'

type Complain = (promise: string, facts: string) => void

const ENDS = ['completed', 'failed']
const SILENT: Log = { warn: () => {} }

/**
 * Restarts from a dead app's disk: all conversations are idle (I24), nothing is requested and nothing runs (I26), a
 * second recovery changes nothing, and after a second death at any write the next recovery reaches the same result
 * (I25). The second death comes after each write: before the next one the disk is unchanged. Everything is rolled back.
 */
export function checkRecovery(
  disk: Disk,
  contextOf: (stored: StoredConversation) => Context,
  complain: Complain,
): void {
  const aside = disk.store.setAside()
  const { writes, result } = disk.trial((whole) => {
    const needed = recover(whole, contextOf, complain, null)
    checkSettled(whole, aside, complain)
    return { writes: needed, result: describe(whole) }
  })
  for (let behind = 0; behind < writes; behind++) {
    const again = disk.trial((struck) => {
      recover(struck, contextOf, complain, behind)
      recover(struck, contextOf, complain, null, aside)
      return describe(struck)
    })
    if (again !== result) complain('I25 recovery is idempotent', `${behind}: ${again} / ${result}`)
  }
}

function checkSettled(disk: Disk, aside: readonly ConversationId[], complain: Complain): void {
  for (const id of disk.conversations()) {
    const { state, parent } = disk.store.conversation(id) ?? { state: null, parent: null }
    const isSettled = parent === null ? state?.type === 'idle' : ENDS.includes(state?.type ?? '')
    if (!isSettled && !aside.includes(id))
      complain('I24 all conversations are idle after a restart', `${id} ${state?.type}`)
  }
  if (disk.store.unsettled().some((id) => !aside.includes(id)))
    complain('I25 recovery is done once', 'unsettled')
}

/** Returns the number of writes. `dieBehind`: index of the write after which the app dies, from 0. */
function recover(
  disk: Disk,
  contextOf: (stored: StoredConversation) => Context,
  complain: Complain,
  crashAfter: number | null,
  /** Conversations already set aside before the start that died; any others set aside now are recovered afterwards. */
  leftAlone: readonly ConversationId[] | null = null,
): number {
  const schedule = new Schedule(null)
  let writes = 0
  let isDead = false
  const writing = <Value>(write: () => Value): Value => {
    if (isDead) throw new SimulatedCrash()
    const value = write()
    isDead = crashAfter === writes++
    if (isDead) throw new SimulatedCrash()
    return value
  }
  const store = wrapStore(disk.store, writing)
  const nothingRuns = (what: string): never => {
    complain('I26 recovery asks nobody and runs nothing', what)
    throw new SimulatedCrash()
  }
  let ids = 0
  const prefix = `r${disk
    .conversations()
    .map((id) => disk.seq(id))
    .join('-')}.${crashAfter ?? 'x'}`
  const registry = new ConversationRegistry({
    store,
    clock: { now: () => 2_000_000_000_000 },
    timers: {
      awake: () => schedule.now,
      start: (ms, fire) => schedule.after(ms, 'timer', 'timer', fire),
      soon: (run) => void schedule.after(0, 'turn', 'turn', run),
    },
    pulse: { every: () => () => {} },
    ids: { next: () => `${prefix}.${ids++}` as EventId, random: () => 0 },
    log: SILENT,
    observer: { observe: () => {} },
    blobs: {
      read: () => ok(null),
      readPiece: () => ok(null),
      keepNow: () => nothingRuns('a blob is kept'),
    },
    instructions: { read: () => nothingRuns('a folder is read') },
    git: { stateOf: () => nothingRuns('git is asked') },
    folders: {
      isGone: () => nothingRuns('a folder is looked at'),
      look: () => nothingRuns('a folder is looked at'),
    },
    model: { ask: () => nothingRuns('a request') },
    tools: {
      specs: () => [],
      inspect: () => nothingRuns('an inspection'),
      preview: () => nothingRuns('a preview'),
      run: () => nothingRuns('a tool'),
    },
    contextOf,
    broadcast: () => {},
    onRemoved: () => nothingRuns('files are removed'),
    wantsTitle: () => false,
    processes: NO_PROCESSES,
    shells: NO_SHELLS,
  })
  try {
    registry.recover()
    const again = leftAlone === null ? [] : disk.store.setAside()
    for (const id of again) if (leftAlone?.includes(id) === false) registry.recoverAgain(id)
    for (let next = schedule.next(0); next !== null; next = schedule.next(0)) next.run()
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error
  }
  return writes
}

/** The stored contents without ids and times, which differ after a second recovery. */
function describe(disk: Disk): string {
  return JSON.stringify(
    disk.conversations().map((id) => [disk.state(id), disk.messages(id, 0).map(comparable)]),
  )
}

/** A sub-agent whose recovery died has no final text to report; its outcome is the same. */
function comparable({ content }: Message): unknown {
  if (content.type === 'subAgent') return [content.agentId, content.outcome]
  return content.type === 'tool' ? [content.callId, content.outcome] : content
}
