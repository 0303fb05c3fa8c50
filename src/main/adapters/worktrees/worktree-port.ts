import { CallId, type ConversationId, WorkId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { WorktreePort } from '../../runtime/ports/worktree-port.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { isInside } from '../system/folders.ts'
import { factsOf, mergeWorktree, removeWorktree } from './end-worktree.ts'
import { makeWorktree, unmakeWorktree } from './make-worktree.ts'
import { askGitBy } from './worktree-git.ts'
import { openWorktreeRecords, type WorktreeRecord } from './worktree-records.ts'

/** How long starting the setup command may take (ms). */
const START_MS = 30_000

export interface WorktreeOptions {
  readonly dataFolder: string
  readonly supervisor: Pick<Supervisor, 'run' | 'jobs'>
  readonly isSandboxed: boolean
}

export function createWorktrees({
  dataFolder,
  supervisor,
  isSandboxed,
}: WorktreeOptions): WorktreePort {
  const records = openWorktreeRecords(dataFolder)
  const parts = { git: askGitBy(supervisor), records, isSandboxed }

  async function withRecord<Value>(
    id: ConversationId,
    use: (record: WorktreeRecord) => Promise<Result<Value, string>>,
  ): Promise<Result<Value, string>> {
    const record = records.of(id)
    if (!record.ok) return failed(`${UNREAD} ${record.error}. Try again.`)
    return record.value?.phase === 'ready' ? use(record.value) : failed(NONE)
  }

  return {
    of(id) {
      const record = records.of(id)
      if (!record.ok || record.value?.phase !== 'ready') return null
      const { branch, repository } = record.value
      return { branch, repository }
    },
    within(id) {
      const record = records.of(id)
      const path = record.ok ? record.value?.path : undefined
      return (folder) => path !== undefined && isInside(folder, path)
    },
    make: (request) => makeWorktree(request, parts),
    keep(id) {
      const record = records.of(id)
      if (!record.ok) return record
      return record.value === null ? ok(null) : records.write({ ...record.value, phase: 'ready' })
    },
    async unmake(id) {
      const record = records.of(id)
      if (record.ok && record.value !== null) await unmakeWorktree(record.value, parts)
    },
    async setUp(conversationId, folder, command) {
      const started = await supervisor.jobs.start({
        conversationId,
        workId: WorkId.parse(`setup-${conversationId}`),
        callId: CallId.parse(`setup-${conversationId}`),
        isPersons: true,
        command,
        folder,
        sandboxPolicy: isSandboxed ? { folder: 'writable', network: true } : null,
        limitMs: START_MS,
        signal: new AbortController().signal,
        onOutput: () => undefined,
      })
      if (started.type !== 'notStarted') return ok(null)
      return failed(`The setup command of this worktree was not started. ${started.reason}`)
    },
    facts: (id) => withRecord(id, (record) => factsOf(record, parts)),
    merge: (id) => withRecord(id, (record) => mergeWorktree(record, parts)),
    remove: (id, seen, isAtRest) =>
      withRecord(id, (record) => removeWorktree(record, seen, { ...parts, isAtRest })),
    async recover(has) {
      for (const record of records.all()) {
        const isWanted = has(record.conversationId)
        // When a conversation is deleted, its worktree stays.
        if (!isWanted && record.phase === 'ready') records.remove(record.conversationId)
        else if (!isWanted) await unmakeWorktree(record, parts)
        else if (record.phase === 'making') records.write({ ...record, phase: 'ready' })
      }
    },
  }
}

const UNREAD = 'What Phoenix noted about this worktree can’t be read right now:'
const NONE = 'This conversation has no worktree of its own.'
