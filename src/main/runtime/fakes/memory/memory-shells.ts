import { CallId, type ConversationId, type WorkId } from '../../../../shared/ids.ts'
import type { Result } from '../../../../shared/result.ts'
import type { ShellCommand } from '../../../../shared/conversation/shell-command.ts'
import type { StoreFault } from '../../../core/machine/store-fault.ts'
import type { ShellPort, ShellStore } from '../../ports/shell-port.ts'
import { MemoryRules } from './memory-rules.ts'

/** People's own commands in memory. */
export class MemoryShells extends MemoryRules implements ShellStore {
  readonly #ran = new Map<WorkId, { of: ConversationId; command: ShellCommand }>()

  shellCommand(id: WorkId): ShellCommand | null {
    return this.#ran.get(id)?.command ?? null
  }

  shellCommands(
    id: ConversationId,
    { from, before }: { readonly from: number; readonly before: number },
  ): readonly ShellCommand[] {
    return [...this.#ran.values()].flatMap(({ of, command }) =>
      of === id && command.afterSeq >= from && command.afterSeq < before ? [command] : [],
    )
  }

  beginShellCommand(of: ConversationId, command: ShellCommand): Result<null, StoreFault> {
    return this.write(() => (this.#ran.set(command.id, { of, command }), null))
  }

  endShellCommand(
    id: WorkId,
    end: Pick<ShellCommand, 'phase' | 'output'>,
  ): Result<null, StoreFault> {
    return this.write(() => {
      const row = this.#ran.get(id)
      if (row !== undefined) row.command = { ...row.command, ...end }
      return null
    })
  }

  /** Drops the commands; returns the names under which their outputs are stored. */
  protected dropShells(ids: readonly ConversationId[]): readonly CallId[] {
    const gone = [...this.#ran].filter(([, { of }]) => ids.includes(of)).map(([id]) => id)
    for (const id of gone) this.#ran.delete(id)
    return gone.map((id) => CallId.parse(id))
  }

  interruptShellCommands(): Result<null, StoreFault> {
    return this.write(() => {
      for (const row of this.#ran.values())
        if (row.command.phase.type === 'running')
          row.command = { ...row.command, phase: { type: 'interrupted' } }
      return null
    })
  }
}

/** A world without running commands. */
export const NO_SHELLS: ShellPort = { countOf: () => 0, stopIn: () => {}, withdraw: () => {} }
