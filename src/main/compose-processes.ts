import type { ConversationId } from '../shared/ids.ts'
import type { ConversationFeed } from './runtime/conversation/feed/conversation-feed.ts'
import { createShellRunner } from './adapters/processes/run-shell.ts'
import type { KeptOutputs } from './adapters/outputs/kept-outputs.ts'
import {
  createSupervisor,
  type Supervisor,
  type SupervisorOptions,
} from './adapters/processes/supervisor.ts'
import { findSandbox } from './adapters/sandbox/find-sandbox.ts'
import { askLoginShell } from './adapters/system/login-path.ts'
import { systemClock, systemPulse, systemTimers } from './adapters/system/system-clock.ts'
import type { Log } from './runtime/ports/ports.ts'
import type { FlushPort } from './runtime/ports/store.ts'
import { createTerminalPort, type TerminalParts } from './adapters/terminals/terminal-port.ts'
import { VERSION } from '../shared/version.ts'
import type { ShellStore } from './runtime/ports/shell-port.ts'
import type { ConversationRegistry } from './runtime/registry/conversation-registry.ts'
import { ShellCommands } from './runtime/registry/shell-commands.ts'
import { Terminals } from './runtime/terminals/terminals.ts'

interface ProcessParts extends Required<Pick<SupervisorOptions, 'processHost'>> {
  readonly dataFolder: string
  readonly environment: NodeJS.ProcessEnv
  readonly home: string
  readonly sweepWorker: URL
  readonly log: Log
}

export interface ComposedProcesses {
  readonly supervisor: Supervisor
  readonly isSandboxed: boolean
  /** Why commands run without a sandbox, as a sentence for people; null if they run in one. */
  readonly sandboxMissing: string | null
}

/** Creates what runs commands, in a sandbox if this machine has one. */
export async function composeProcesses({
  log,
  ...parts
}: ProcessParts): Promise<ComposedProcesses> {
  const found = await findSandbox({ ...parts, platform: process.platform })
  const isSandboxed = found.type === 'found'
  const sandbox = isSandboxed ? found.sandbox : null
  const sandboxMissing = isSandboxed ? null : found.reason
  if (sandboxMissing !== null) log.warn('no sandbox available', { reason: sandboxMissing })
  const supervisor = createSupervisor({ ...parts, clock: systemClock, sandbox })
  return { supervisor, isSandboxed, sandboxMissing }
}

interface PersonsParts extends Pick<TerminalParts, 'environment' | 'terminalHost'> {
  readonly store: ShellStore & FlushPort
  readonly supervisor: Supervisor
  readonly outputs: KeptOutputs
  /** Called when something runs; by then the registry exists. */
  readonly registry: () => ConversationRegistry
}

export interface PersonsWork {
  readonly shells: ShellCommands
  readonly terminals: Terminals
  /** Tells everything to end, in this tick. */
  close(): Promise<unknown>
}

/**
 * Creates the ports for people's own commands and terminals, reported to the clients that watch. Marks commands left by
 * a killed app as no longer running.
 */
export function composePersonsWork({
  outputs,
  registry,
  store,
  ...parts
}: PersonsParts): PersonsWork {
  const feedOf = (id: ConversationId): ConversationFeed | null => registry().live(id)?.feed ?? null
  store.interruptShellCommands()
  const shells = new ShellCommands({
    store,
    clock: systemClock,
    pulse: systemPulse,
    run: createShellRunner(parts.supervisor, outputs),
    feedOf,
    onCount: (id) => registry().rows.countChanged(id),
    onEnd: (folder) => registry().folders.look(folder),
  })
  const { platform } = process
  const port = createTerminalPort({ ...parts, platform, version: VERSION })
  const terminals = new Terminals({ port, timers: systemTimers, feedOf })
  return {
    shells,
    terminals,
    close: () => Promise.all([shells.close(), terminals.close()]),
  }
}

/** Notifies clients of orphan processes and background jobs. */
export function publishProcesses(supervisor: Supervisor, registry: ConversationRegistry): void {
  supervisor.onOrphansChanged((id) => {
    const orphans = supervisor.orphansOf(id)
    registry.live(id)?.feed.publish({ type: 'conversation.orphans', orphans })
  })
  supervisor.onJobsChanged((id) => registry.rows.jobsChanged(id))
  supervisor.onJobEnded((id, end) => {
    registry.live(id)?.feed.publish({ type: 'conversation.jobEnded', end })
  })
}

/** Asks the user's shell for the PATH of commands. Null if the environment has it. */
export function useLoginShell(
  supervisor: Supervisor,
  {
    shell,
    ...from
  }: { readonly shell: string | null; readonly home: string; readonly own: string },
): Promise<string | null> {
  if (shell === null) return Promise.resolve(null)
  const loginPath = askLoginShell(supervisor, { shell, ...from })
  supervisor.useLoginPath(loginPath)
  return loginPath
}
