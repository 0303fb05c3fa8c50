import { BlobHash } from '../../src/shared/ids.ts'
import type { FileChange, FileForm } from '../../src/shared/messages/file-change.ts'
import { failed, type Result } from '../../src/shared/result.ts'
import type { ChangedFiles, EditLook, EditPort } from '../../src/main/runtime/ports/edit-port.ts'
import { MemoryFiles } from '../../src/main/runtime/fakes/memory/memory-files.ts'
import type { ToolRun } from '../../src/main/runtime/ports/ports.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'

type RestoreResult = Awaited<ReturnType<EditPort['restore']>>
type Files = readonly FileChange[]

export interface FilesWatch {
  /** `files` were written; `asked`: the changes to undo, as the undo stated them. */
  filesRestored(folder: string, asked: Files, files: Files): void
}

/** The files of all folders as tools leave them, and the port that undoes changes. They outlive the app. */
export class SimulatedFiles implements EditPort {
  readonly #memory = new MemoryFiles()
  readonly #versions = new Map<string, number>()
  readonly #world: SimulationContext
  readonly #watch: FilesWatch
  #lives = 0

  constructor(world: SimulationContext, watch: FilesWatch) {
    this.#world = world
    this.#watch = watch
  }

  /** A tool is about to write one of two files: announced before it does. */
  intend({ call, folder }: Pick<ToolRun, 'call' | 'folder'>): void {
    const shown = this.#world.randomnessIn(folder).choices.pick('a.ts', 'b.ts')
    const path = `${folder}/${shown}`
    const version = (this.#versions.get(folder) ?? 0) + 1
    this.#versions.set(folder, version)
    const held = this.#memory.holds.get(path)
    const before = held === undefined ? null : formOf(held)
    const after = formOf(version.toString(16).padStart(64, '0'))
    this.#memory.intents.set(call.callId, [{ path, shown, before, after }])
  }

  /** Writes the file; its contents at this moment are the old version. */
  write(callId: string): Files {
    const intended = this.#memory.intents.get(callId) ?? []
    const files = intended.map((change): FileChange => {
      const held = this.#memory.holds.get(change.path)
      return { ...change, before: held === undefined ? null : formOf(held) }
    })
    for (const { after, path } of files)
      if (after !== null) this.#memory.holds.set(path, after.blob)
    return files
  }

  /** The app that was undoing something is gone. */
  forget(): void {
    this.#lives++
  }

  look(folder: string, changes: Files): Promise<EditLook> {
    return this.#memory.look(folder, changes)
  }

  restore(folder: string, changes: Files): Promise<RestoreResult> {
    const { schedule } = this.#world
    const { choices, faults } = this.#world.randomnessIn(folder)
    const life = this.#lives
    const isBad = !faults.isHealed && choices.int(12) === 11
    return new Promise((resolve) => {
      schedule.after(choices.delay(6), 'world', 'files are put back', () => {
        if (life !== this.#lives) return
        if (isBad) return resolve(failed('The disk is full.'))
        void this.#restoreNow(folder, changes).then(resolve)
      })
    })
  }

  async #restoreNow(folder: string, changes: Files): Promise<RestoreResult> {
    const taken: Result<{ files: Files; conflicts: EditLook['conflicts'] }, string> =
      await this.#memory.restore(folder, changes)
    if (!taken.ok) return taken
    const { conflicts, files } = taken.value
    if (files.length > 0) this.#watch.filesRestored(folder, changes, files)
    if (conflicts.length > 0) this.#world.sometimes('an undo left a file that had changed since')
    return taken
  }

  intendedBy(callId: string): ReturnType<EditPort['intendedBy']> {
    return this.#memory.intendedBy(callId)
  }

  changedIn(...asked: Parameters<EditPort['changedIn']>): Promise<ChangedFiles> {
    return this.#memory.changedIn(...asked)
  }

  removeKept(): Promise<void> {
    return this.#memory.removeKept()
  }
}

function formOf(blob: string): FileForm {
  return { blob: BlobHash.parse(blob), mode: 0o644 }
}
