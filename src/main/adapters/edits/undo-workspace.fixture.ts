import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { EditPort } from '../../runtime/ports/edit-port.ts'
import { CallId } from '../../../shared/ids.ts'
import { Workspace } from '../tools/calling.fixture.ts'
import { type Change, changing } from '../tools/changing.fixture.ts'
import { createEditPort } from './edit-port.ts'
import { openBackups } from './keep-before.ts'

/** The tools' workspace, with undo for their changes. */
export class UndoWorkspace extends Workspace {
  edits = this.openEdits()
  #calls = 0

  openEdits(): EditPort {
    const { dataFolder, home } = this
    return createEditPort({ home, dataFolder, ...openBackups(dataFolder) })
  }

  /** The changes that a patch made to files, as recorded. */
  async patch(...changes: readonly Change[]): Promise<readonly FileChange[]> {
    const facts = await this.inspect(...changing(...changes))
    const callId = CallId.parse(`call ${this.#calls++}`)
    const outcome = await this.outcome(facts, callId)
    if (outcome.outcome !== 'ok') throw new Error(JSON.stringify(outcome.content))
    return outcome.files
  }

  async undo(changes: readonly FileChange[]): Promise<readonly FileChange[]> {
    const undone = await this.edits.restore(this.folder, changes)
    if (!undone.ok) throw new Error(undone.error)
    if (undone.value.conflicts.length > 0) throw new Error(JSON.stringify(undone.value.conflicts))
    return undone.value.files
  }

  /** The files that are left unchanged, each with the reason. */
  async conflicts(changes: readonly FileChange[]): Promise<readonly string[]> {
    const { conflicts } = await this.edits.look(this.folder, changes)
    const undone = await this.edits.restore(this.folder, changes)
    const sentences = conflicts.map(({ shown, why }) => `${shown}: ${why}`)
    const again = undone.ok
      ? undone.value.conflicts.map(({ shown, why }) => `${shown}: ${why}`)
      : []
    if (sentences.join() !== again.join()) throw new Error(`${sentences.join()} / ${again.join()}`)
    return sentences
  }

  bytes(name: string): Buffer {
    return readFileSync(join(this.folder, name))
  }

  mode(name: string): number {
    return statSync(join(this.folder, name)).mode & 0o777
  }

  setMode(name: string, mode: number): void {
    chmodSync(join(this.folder, name), mode)
  }
}
