import { createShellRunner } from './adapters/processes/run-shell.ts'
import type { KeptOutputs } from './adapters/outputs/kept-outputs.ts'
import type { Supervisor } from './adapters/processes/supervisor.ts'
import { systemClock } from './adapters/system/system-clock.ts'
import type { FlushPort } from './runtime/ports/store.ts'
import type { ShellStore } from './runtime/ports/shell-port.ts'
import type { ConversationRegistry } from './runtime/registry/conversation-registry.ts'
import { ShellCommands } from './runtime/registry/shell-commands.ts'

interface ShellPorts {
  readonly store: ShellStore & FlushPort
  readonly supervisor: Supervisor
  readonly outputs: KeptOutputs
  /** Asked when something runs; by then there is one. */
  readonly registry: () => ConversationRegistry
}

/** What people run themselves, told to the clients that look. What a killed app has left runs no more. */
export function createShells({ outputs, registry, store, supervisor }: ShellPorts): ShellCommands {
  store.interruptShellCommands()
  return new ShellCommands({
    store,
    clock: systemClock,
    run: createShellRunner(supervisor, outputs),
    feedOf: (id) => registry().live(id)?.feed ?? null,
    onCount: (id) => registry().rows.countChanged(id),
  })
}

/** Clients hear of processes that outlived their end, and of background jobs. */
export function publishProcesses(supervisor: Supervisor, registry: ConversationRegistry): void {
  supervisor.onOrphansChanged((id) => {
    const orphans = supervisor.orphansOf(id)
    registry.live(id)?.feed.publishOrphans({ type: 'conversation.orphans', orphans })
  })
  supervisor.onJobsChanged((id) => registry.rows.jobsChanged(id))
  supervisor.onJobEnded((id, end) => {
    registry.live(id)?.feed.publish({ type: 'conversation.jobEnded', end })
  })
}
