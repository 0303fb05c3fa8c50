import { type ChildProcess, spawn } from 'node:child_process'
import type { WorkId } from '../../../shared/ids.ts'
import { guard } from '../../runtime/guard.ts'
import { GUARDIAN_ELSEWHERE, GUARDIAN_OF_LINUX } from './guardian-script.ts'
import { inOwnTurn } from '../system/own-turn.ts'
import { NO_RC } from './spawn/no-rc.ts'
import { closeInherited, withoutInherited } from './spawn/inherited.ts'
import { RUN_TOKEN_NAME, hostMark } from './tree/run-token.ts'
import type { RunRecords } from './tree/run-record.ts'
import type { TreeEnder } from './tree/tree-ender.ts'

/** The guardian's name in a list of processes. */
export const GUARDIAN_NAME = 'phoenix-guardian'
/** After this many deaths it is not restarted; the next start of Phoenix then ends what a killed host leaves. */
const MAX_DEATHS = 5

/**
 * A small process (a bash script) that outlives its host for a moment: when the host is gone, for whatever reason, it ends
 * what the host's runs have left. It detects the host's end by a pipe that the kernel closes.
 */
export interface Guardian {
  /** Call this before a run is started. */
  ensureStarted(): void
  /** The leader of the run's process group, for systems where nothing else identifies the run's processes. */
  started(workId: WorkId, group: number): void
  ended(workId: WorkId): void
  /** Releases the guardian. From now on it is responsible for whatever is left of the runs. */
  close(isNothingLeft: boolean): void
}

interface GuardianOptions {
  /** The prefix of its runs' tokens. */
  readonly host: string
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

export function createGuardian(options: GuardianOptions): Guardian {
  const { platform } = options
  const groups = new Map<WorkId, number>()
  let guardian: ChildProcess | null = null
  let deaths = 0
  let isClosed = false

  function send(word: string): void {
    guardian?.stdin?.write(`${word}\n`)
  }

  function begin(): void {
    guardian = startGuardian(options)
    for (const group of groups.values()) send(`run ${group}`)
    const ended = guard("the guardian's exit", () => {
      guardian = null
      deaths += 1
      if (!isClosed && deaths < MAX_DEATHS) begin()
    })
    guardian?.once('exit', ended)
  }

  return {
    ensureStarted() {
      const mayStart = !isClosed && platform !== 'win32' && deaths < MAX_DEATHS
      if (guardian === null && mayStart) begin()
    },
    started(workId, group) {
      if (platform === 'linux') return
      groups.set(workId, group)
      send(`run ${group}`)
    },
    ended(workId) {
      const group = groups.get(workId)
      if (group === undefined) return
      groups.delete(workId)
      send(`gone ${group}`)
    },
    close(isNothingLeft) {
      isClosed = true
      if (isNothingLeft) send('done')
      guardian?.stdin?.end()
    },
  }
}

/** Null if the system cannot start it now. This run does without; the next one tries again. */
function startGuardian({ host, platform, environment }: GuardianOptions): ChildProcess | null {
  const { bits, number } = hostMark(host)
  const known = [`${number}`, `${bits}`, `${RUN_TOKEN_NAME}=${host}`]
  const script =
    platform === 'linux'
      ? [GUARDIAN_OF_LINUX, GUARDIAN_NAME, ...known]
      : [GUARDIAN_ELSEWHERE, GUARDIAN_NAME]
  try {
    const child = spawn('bash', [NO_RC, '-p', '-c', ...script], {
      cwd: '/',
      env: { PATH: environment['PATH'] ?? '' },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', ...withoutInherited([])],
    })
    // Without listeners these errors would be uncaught.
    child.on('error', () => undefined)
    if (child.pid === undefined) return null
    child.stdin?.on('error', () => undefined)
    closeInherited(child, [])
    // It must not keep the host alive: it waits for the host's end.
    child.unref()
    return child
  } catch {
    return null
  }
}

interface GuardedRecords extends RunRecords {
  /** Starts what protects the first run before there is one. */
  prepare(): void
}

/**
 * The records of runs, with a guardian that protects them from before the first process until nothing is left: it is ready
 * before there is a process to end.
 */
export function guarded(
  records: RunRecords,
  guardian: Guardian,
  ender: Pick<TreeEnder, 'standBy'>,
): GuardedRecords {
  return {
    prepare() {
      inOwnTurn(() => guardian.ensureStarted())
      inOwnTurn(() => ender.standBy?.())
    },
    readAll: () => records.readAll(),
    markOver: (record) => records.markOver(record),
    begin(record) {
      guardian.ensureStarted()
      ender.standBy?.()
      const open = records.begin(record)
      return {
        complete(process) {
          if (process !== null) guardian.started(record.workId, process.pid)
          open.complete(process)
        },
      }
    },
    remove(workId) {
      guardian.ended(workId)
      records.remove(workId)
    },
  }
}
