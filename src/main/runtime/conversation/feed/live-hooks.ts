import type { HookEvent, LiveHook } from '../../../../shared/conversation/hook-run.ts'

/** The hooks that are running outside the calls of a conversation: on a message, and at the end of a turn. */
export class LiveHooks {
  readonly #groups = new Set<LiveHook[]>()
  readonly #changed: (running: readonly LiveHook[]) => void

  constructor(changed: (running: readonly LiveHook[]) => void) {
    this.#changed = changed
  }

  get running(): readonly LiveHook[] {
    return [...this.#groups].flat()
  }

  /** Follows the hooks of one event: each is shown from its start until all have ended. */
  follow(event: HookEvent): {
    readonly begin: (command: string) => void
    readonly end: () => void
  } {
    const group: LiveHook[] = []
    this.#groups.add(group)
    return {
      begin: (command) => {
        group.push({ event, command })
        this.#changed(this.running)
      },
      end: () => {
        this.#groups.delete(group)
        if (group.length > 0) this.#changed(this.running)
      },
    }
  }
}
