import type { FileChange } from '../../../../shared/messages/file-change.ts'
import { failed, ok } from '../../../../shared/result.ts'
import type { ChangedFiles, EditConflict, EditPort, Span } from '../../ports/edit-port.ts'

/** Files in memory: only the content by path. */
export class MemoryFiles implements EditPort {
  readonly holds = new Map<string, string>()
  /** By call. */
  readonly intents = new Map<string, readonly FileChange[]>()
  /** The error of `intendedBy`; null if it succeeds. */
  unread: string | null = null
  /** The error of the next `restore`; null if it succeeds. */
  failing: string | null = null
  changed: ChangedFiles = { names: [], more: 0, gap: null }
  readonly requests: { spans: readonly Span[]; known: ReadonlySet<string> }[] = []

  async look(_folder: string, changes: readonly FileChange[]) {
    return {
      restorable: changes.filter((each) => this.#isAt(each)),
      conflicts: this.#others(changes),
    }
  }

  async restore(_folder: string, changes: readonly FileChange[]) {
    if (this.failing !== null) return failed(this.failing)
    const fits = changes.filter((each) => this.#isAt(each))
    const conflicts = this.#others(changes)
    const files = fits.map((each) => ({ ...each, before: each.after, after: each.before }))
    for (const { path, after } of files) {
      if (after === null) this.holds.delete(path)
      else this.holds.set(path, after.blob)
    }
    return ok({ files, conflicts })
  }

  intendedBy(callId: string): ReturnType<EditPort['intendedBy']> {
    return this.unread === null ? ok(this.intents.get(callId) ?? []) : failed(this.unread)
  }

  async changedIn(_folder: string, spans: readonly Span[], known: ReadonlySet<string>) {
    this.requests.push({ spans, known })
    return this.changed
  }

  async removeKept() {
    this.intents.clear()
  }

  #isAt({ path, after }: FileChange): boolean {
    return (this.holds.get(path) ?? null) === (after?.blob ?? null)
  }

  #others(changes: readonly FileChange[]): readonly EditConflict[] {
    return changes
      .filter((each) => !this.#isAt(each))
      .map(({ shown }) => ({ shown, why: 'It has changed since.' }))
  }
}
