import { appError, type AppError } from '../../../shared/app-error.ts'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { WorktreeFacts, worktreeCommands } from '../../../shared/protocol/worktree.ts'
import type { ClientSession } from './session/client-session.ts'
import type { ConversationAccess, Handlers, HandlerPorts, HandlersOf } from './handler-ports.ts'

type Creation = Parameters<Handlers['worktree.create']>[0]

/** Conversations in their own git worktrees: create, merge, discard. */
export function worktreeHandlers(
  ports: Pick<HandlerPorts, 'folders' | 'registry' | 'store' | 'terminals' | 'worktrees'>,
  { find, dispatch }: ConversationAccess,
  create: Handlers['conversation.create'],
): HandlersOf<keyof typeof worktreeCommands> {
  const { registry, terminals, worktrees } = ports
  /** A repeated request creates it only once, and starts the setup command only once. */
  const making = new Map<ConversationId, ReturnType<typeof make>>()
  /** The conversations whose worktree is being merged or discarded. */
  const ending = new Set<ConversationId>()

  async function make(
    request: Creation,
    client: Parameters<Handlers['worktree.create']>[1],
  ): Promise<Result<CommandOutput<'worktree.create'>, AppError>> {
    const { branch, conversationId, permissionMode, setupCommand } = request
    const existing = registry.get(conversationId)
    if (existing !== null)
      return ok({ summary: registry.rows.rowOf(existing.summary()), notes: [] })
    const checked = await ports.folders.check(request.folder)
    if (!checked.ok) return checked
    const made = await worktrees.make({ conversationId, folder: checked.value, branch })
    if (!made.ok) return failed(refused(made.error))
    const { folder, notes } = made.value
    const mode = permissionMode === undefined ? {} : { permissionMode }
    const created = await create({ conversationId, folder, ...mode }, client)
    if (!created.ok) {
      await worktrees.unmake(conversationId)
      return created
    }
    const kept = worktrees.keep(conversationId)
    // The next start records it: the conversation exists.
    const lost = kept.ok ? [] : [`The worktree could not be recorded: ${kept.error}.`]
    const unset = await begin(conversationId, folder, setupCommand.trim(), client)
    return ok({
      summary: announce(conversationId) ?? created.value,
      notes: [...notes, ...lost, ...unset],
    })
  }

  /** Starts the setup command once a power cut would not lose the conversation. Returns notes. */
  async function begin(...of: Parameters<typeof setUp>): Promise<readonly string[]> {
    const [conversationId, , command] = of
    if (command === '') return []
    if ((await ports.store.flushing()) !== 'kept') return [NOT_SET_UP]
    // Meanwhile it may have been deleted.
    if (find(conversationId).ok) void setUp(...of)
    return []
  }

  async function setUp(
    conversationId: ConversationId,
    folder: string,
    command: string,
    client: Pick<ClientSession, 'push'>,
  ): Promise<void> {
    const started = await worktrees.setUp(conversationId, folder, command)
    if (!started.ok) client.push({ type: 'host.faulted', conversationId, message: started.error })
  }

  function announce(id: ConversationId): CommandOutput<'conversation.create'> | null {
    const runtime = registry.get(id)
    return runtime === null ? null : registry.rows.announce(runtime.summary())
  }

  /** True if nobody works in it: neither this conversation, nor another one there, nor a job or command of either. */
  function isAtRest(id: ConversationId, isWithin: (folder: string) => boolean): boolean {
    return !registry.rows.working().some((row) => row.id === id || isWithin(row.folder))
  }

  /** Once at a time: two windows may ask. */
  async function end(...of: Parameters<typeof endOne>): ReturnType<typeof endOne> {
    const [id] = of
    if (ending.has(id)) return failed(ENDING)
    ending.add(id)
    return endOne(...of).finally(() => ending.delete(id))
  }

  async function endOne(
    id: ConversationId,
    take: () => Promise<Result<WorktreeFacts, string>>,
  ): Promise<Result<Record<string, never>, AppError>> {
    const found = find(id)
    if (!found.ok) return found
    const isWithin = worktrees.within(id)
    if (!isAtRest(id, isWithin)) return failed(BUSY)
    const seen = await take()
    if (!seen.ok) return failed(refused(seen.error))
    // Git has taken its time, and does so again.
    if (!isAtRest(id, isWithin)) return failed(BUSY)
    const removed = await worktrees.remove(id, seen.value, () => isAtRest(id, isWithin))
    if (!removed.ok) return failed(refused(removed.error))
    terminals.endWithin(isWithin)
    const change = { folder: removed.value.folder }
    const dispatched = await dispatch(id, { type: 'settingsChanged', change })
    // If this is refused, the folder no longer exists, and the page asks for the new one.
    if (dispatched.ok) registry.folderChosen(found.value)
    announce(id)
    return ok({})
  }

  return {
    'worktree.create': (request, client) => {
      const id = request.conversationId
      const running = making.get(id)
      if (running !== undefined) return running
      const made = make(request, client).finally(() => making.delete(id))
      making.set(id, made)
      return made
    },

    'worktree.facts': async ({ conversationId }) => {
      const facts = await worktrees.facts(conversationId)
      return facts.ok ? facts : failed(refused(facts.error))
    },

    'worktree.merge': async ({ conversationId }) =>
      end(conversationId, async () => {
        const merged = await worktrees.merge(conversationId)
        if (!merged.ok) return merged
        const facts = await worktrees.facts(conversationId)
        const isWhole = facts.ok && facts.value.unmerged === 0 && facts.value.uncommitted === 0
        return !facts.ok || isWhole ? facts : failed(MORE)
      }),

    'worktree.discard': async ({ conversationId, seen }) =>
      end(conversationId, () => Promise.resolve(ok(seen))),
  }
}

function refused(sentence: string): AppError {
  return appError('folderRefused', sentence)
}

const BUSY = appError(
  'busy',
  'Something still runs in the worktree. Stop the agent and end its background jobs first.',
)
const ENDING = appError('busy', 'The worktree is already being merged or discarded.')
const NOT_SET_UP =
  'The setup command of this worktree was not started, because the new conversation could not be saved.'
const MORE = 'It was merged. Something was added to the worktree meanwhile, so it was not removed.'
