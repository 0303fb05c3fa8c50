import { appError, type AppError } from '../../../shared/app-error.ts'
import type { StoredSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { CommandInput, CommandOutput } from '../../../shared/protocol/commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { activeThrough, forkedMessages } from '../../core/request/forked-messages.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { storageError } from '../conversation/answers.ts'
import { afterOthers } from '../after-others.ts'
import { whileLocked } from '../conversation/while-locked.ts'
import { DELETED } from './deletions.ts'
import { copyInSlices } from './copy-in-slices.ts'
import { beginningOfFork, summaryForFork } from './fork-beginning.ts'
import { forkedShells } from './forked-shells.ts'
import { slicesOf } from './imported-messages.ts'
import { readHistory } from '../conversation/record/read-history.ts'
import { type Dispatch, writeSlices } from './write-slices.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { HistoryStore } from '../ports/history-store.ts'
import type { Clock, Timers } from '../ports/ports.ts'
import type { ShellStore } from '../ports/shell-port.ts'
import type { ConversationRegistry } from './conversation-registry.ts'

/** Maximum number of messages written in one step. */
const AT_ONCE = 50

type Asked = CommandInput<'conversation.fork'>
interface ForkPorts {
  readonly clock: Clock
  readonly timers: Timers
  readonly registry: ConversationRegistry
  readonly store: Pick<ConversationStore, 'forkConversation'> &
    Pick<HistoryStore, 'messages'> &
    Pick<ShellStore, 'shellCommands'>
}

/** Finds the original, and writes the slices. */
interface ForkAccess {
  readonly findFor: (act: 'fork', id: ConversationId) => Result<ConversationRuntime, AppError>
  readonly dispatch: Dispatch
}

type Answer = Result<CommandOutput<'conversation.fork'>, AppError>
/** The first step of a fork, and the commands of its own that it takes over. */
type BegunFork = [
  first: Parameters<ForkPorts['store']['forkConversation']>[1],
  ran: NonNullable<Parameters<ForkPorts['store']['forkConversation']>[2]>,
]

/**
 * Forks a conversation; forking twice makes one. A long history is read and written in slices, so other work continues
 * meanwhile.
 */
export async function forkConversation(
  ports: ForkPorts,
  { dispatch, findFor }: ForkAccess,
  { conversationId, newConversationId: id, throughSeq }: Asked,
): Promise<Answer> {
  const { clock, registry, store } = ports
  const before = existingFork(ports, id)
  if (before !== null) return before
  const found = findFor('fork', conversationId)
  if (!found.ok) return found
  const source = found.value
  const write = (...begun: BegunFork): Result<StoredSummary, AppError> => {
    const forked = store.forkConversation(conversationId, ...begun)
    return forked.ok ? forked : failed(storageError(forked.error))
  }
  const writeWhole = async (...begun: BegunFork): Promise<Answer> => {
    const forked = await whileLocked(ports.timers, () => write(...begun))
    return forked.ok ? ok(registry.rows.announce(forked.value)) : forked
  }
  if (throughSeq === null) {
    const from = await summaryForFork(source, ports.timers)
    if (from === null) return failed(NOTHING)
    const meanwhile = overtakenBy(ports, { conversationId, id })
    if (meanwhile !== null) return meanwhile
    return writeWhole(beginningOfFork(source, { id, from, at: clock.now() }), [])
  }
  const isLong = throughSeq > AT_ONCE
  const history = await readHistory(ports, conversationId, throughSeq + 1)
  if (isLong) await afterOthers(ports.timers)
  const messages = isLong
    ? await copyInSlices(ports.timers, activeThrough(history, throughSeq), id)
    : forkedMessages(history, throughSeq, id)
  if (isLong) await afterOthers(ports.timers)
  const slices = slicesOf(messages)
  const beginning = isLong ? slices.next().value : messages
  if (beginning === undefined || beginning.length === 0) return failed(NOTHING)
  const meanwhile = overtakenBy(ports, { conversationId, id })
  if (meanwhile !== null) return meanwhile
  const from = { type: 'messages', messages: beginning } as const
  const first = beginningOfFork(source, { id, from, at: clock.now() })
  const range = { from: 0, before: throughSeq + 1 }
  const shells = store.shellCommands(conversationId, range)
  const ran = forkedShells({ history, shells, throughSeq }, messages, id)
  if (!isLong) return writeWhole(first, ran)
  const create = async (): Promise<ReturnType<typeof write>> => {
    const forked = write(first, ran)
    await afterOthers(ports.timers)
    return forked
  }
  const written = await writeSlices({ ...ports, dispatch }, { id, create, slices })
  if (!written.ok) return written
  const fork = registry.get(id)
  if (fork === null) return failed(DELETED)
  // It looks like one that was made in one step.
  registry.markRead(id)
  return ok(registry.rows.announce(fork.summary()))
}

/** Null if this id is free. */
function existingFork({ registry }: ForkPorts, id: ConversationId): Answer | null {
  const existing = registry.get(id)
  if (existing !== null) return ok(registry.rows.rowOf(existing.summary()))
  return registry.deletions.isDeleted(id) ? failed(DELETED) : null
}

/** While a history was read, somebody may have asked again, or deleted one of them. Null if not. */
function overtakenBy(
  ports: ForkPorts,
  { conversationId, id }: { readonly conversationId: ConversationId; readonly id: ConversationId },
): Answer | null {
  const existing = existingFork(ports, id)
  if (existing !== null) return existing
  return ports.registry.deletions.isDeleted(conversationId) ? failed(DELETED) : null
}

const NOTHING = appError('invalidInput', 'Nothing has been said yet, so there is nothing to fork.')
