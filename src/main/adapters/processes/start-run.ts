import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { readProcess } from './process-table.ts'
import { COOKIE_NAME } from './process-tree.ts'
import type { OpenRecord, RunRecord, RunRecords } from './run-record.ts'
import { codeOf, folderProblem, spawnCommand } from './spawn-command.ts'
import type { OwnedTree } from './survivors.ts'

const COMMAND_HEAD = 200

export interface RunRequest {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  readonly command: string
  readonly folder: string
  readonly limitMs: number
  /** An abort is known by this alone, never by a text (T07). */
  readonly signal: AbortSignal
  /** For the screen: whole characters, colours kept, at most 20 pieces a second and 64 KB a piece. */
  readonly onOutput: (text: string) => void
}

export interface RunSurroundings {
  readonly records: RunRecords
  readonly environment: Readonly<Record<string, string>>
  readonly bootId: string
}

export type StartedRun =
  | { readonly type: 'started'; readonly child: ChildProcess; readonly owned: OwnedTree }
  | { readonly type: 'failed'; readonly reason: string | Promise<string> }

/** Record, spawn, record again: at no moment is there a process that the next start would not know. */
export function startRun(
  request: RunRequest,
  { records, environment, bootId }: RunSurroundings,
  now: number,
): StartedRun {
  const { command, conversationId, folder, workId } = request
  const problem = folderProblem(folder)
  if (problem !== null) return { type: 'failed', reason: problem }
  const cookie = randomBytes(16).toString('hex')
  const head = command.slice(0, COMMAND_HEAD)
  const origin = { conversationId, workId, command: head, since: now }
  const record = beginRecord(records, { ...origin, cookie, bootId, process: null })
  if (record.type === 'failed') return record
  const spawned = spawnCommand({
    command,
    folder,
    environment: { ...environment, [COOKIE_NAME]: cookie },
  })
  if (spawned.type === 'failed') {
    record.open.complete(null)
    records.remove(workId)
    return spawned
  }
  // The child is not reaped before the event loop goes on: its pid is its own here.
  const root = { pid: spawned.pid, startTime: readProcess(spawned.pid)?.startTime ?? 0 }
  record.open.complete(root)
  return {
    type: 'started',
    child: spawned.child,
    owned: { origin, tree: { root, cookie, isCold: false } },
  }
}

function beginRecord(
  records: RunRecords,
  record: RunRecord,
): { type: 'open'; open: OpenRecord } | { type: 'failed'; reason: string } {
  try {
    return { type: 'open', open: records.begin(record) }
  } catch (error) {
    const why = `Phoenix could not note the command in its data folder (${codeOf(error)})`
    return { type: 'failed', reason: `${why}, so that it was not run.` }
  }
}
