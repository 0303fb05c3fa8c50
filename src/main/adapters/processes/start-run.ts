import type { ChildProcess } from 'node:child_process'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { ownEndIn, THIS_PROGRAM } from './own-end.ts'
import { readProcess } from './process-table.ts'
import type { Cookies } from './run-cookie.ts'
import type { OpenRecord, RunRecord, RunRecords } from './run-record.ts'
import type { Confinement } from '../../core/confinement.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { type EndReader, readEndOf } from '../sandbox/enclosed-run.ts'
import { openGate } from '../sandbox/gate.ts'
import type { Enclosure, Sandbox } from '../sandbox/sandbox.ts'
import { codeOf, folderProblem, spawnCommand } from './spawn-command.ts'
import type { OwnedTree } from './survivors.ts'
import { guard } from '../../runtime/guard.ts'

const COMMAND_HEAD = 200
/** How often a sandbox is set up for one command: a file that it had to hide may be gone between the look and the mount. */
export const SET_UPS = 4

export interface RunRequest {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  readonly command: string
  readonly folder: string
  /** Null: it runs outside of any sandbox. */
  readonly confinement: Confinement | null
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
  readonly cookies: Cookies
  readonly sandbox: Sandbox | null
}

export type StartedRun =
  | {
      readonly type: 'started'
      readonly child: ChildProcess
      readonly owned: OwnedTree
      /** What the end of the child means. */
      readonly readEnd: EndReader
    }
  | { readonly type: 'failed'; readonly reason: string | Promise<string> }

/** Record, spawn, record again: at no moment is there a process that the next start would not know. */
export function startRun(
  request: RunRequest,
  { records, environment, bootId, cookies, sandbox }: RunSurroundings,
  now: number,
): StartedRun {
  const { command, conversationId, folder, workId } = request
  const problem = folderProblem(folder)
  if (problem !== null) return { type: 'failed', reason: problem }
  const ownEnd = request.confinement === null ? ownEndIn(command, THIS_PROGRAM) : null
  if (ownEnd !== null) return { type: 'failed', reason: ownEnd }
  const enclosed = encloseRun(request, sandbox)
  if (!enclosed.ok) return { type: 'failed', reason: enclosed.error }
  const enclosure = enclosed.value
  const cookie = cookies.next()
  const head = command.slice(0, COMMAND_HEAD)
  const origin = { conversationId, workId, command: head, since: now }
  const record = beginRecord(records, { ...origin, cookie, bootId, process: null })
  if (record.type === 'failed') {
    enclosure?.release()
    return record
  }
  const spawned = spawnCommand({ command, folder, environment, cookie, enclosure })
  if (spawned.type === 'failed') {
    enclosure?.release()
    record.open.complete(null)
    records.remove(workId)
    return spawned
  }
  if (enclosure !== null)
    spawned.child.once('exit', guard('what a sandbox leaves behind', enclosure.release))
  if (enclosure?.waitsAtGate === true) openGate(spawned.child)
  // The child is not reaped before the event loop goes on: its pid is its own here.
  const root = { pid: spawned.pid, startTime: readProcess(spawned.pid)?.startTime ?? 0 }
  record.open.complete(root)
  return {
    type: 'started',
    child: spawned.child,
    owned: { origin, tree: { root, cookie, isCold: false, isEnclosed: enclosure !== null } },
    readEnd: enclosure === null ? asItIs : readEndOf(spawned.child, enclosure),
  }
}

const asItIs: EndReader = (outcome) => Promise.resolve(outcome)

/** What is to be confined never runs otherwise: where that cannot be, nothing is run. */
function encloseRun(
  request: RunRequest,
  sandbox: Sandbox | null,
): Result<Enclosure | null, string> {
  const { confinement } = request
  if (confinement === null) return ok(null)
  if (sandbox === null)
    return failed('There is no sandbox to run this command in. Nothing was run.')
  const enclosed = sandbox.enclose({ ...request, confinement })
  return enclosed.ok ? enclosed : failed(`${enclosed.error} Nothing was run.`)
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
