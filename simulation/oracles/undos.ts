import type { FileChange } from '../../src/shared/messages/file-change.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { UndoContent } from '../../src/shared/messages/message.ts'

type Files = readonly FileChange[]

interface UndoneFiles {
  readonly folder: string
  readonly files: Files
  /** Recorded, or reverted because it could not be recorded. */
  became: 'said' | 'putBack' | null
}

/** Compares recorded undos with what was really done to files. */
export class Undos {
  readonly #all: UndoneFiles[] = []
  readonly #stored = new Map<ConversationId, number>()
  readonly #acknowledged = new Map<ConversationId, number>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  /** An undo that could not be recorded reverts its own work, using the answer it got. */
  filesRestored(folder: string, asked: Files, files: Files): void {
    const own = this.#all.find((each) => each.files === asked)
    if (own === undefined) return void this.#all.push({ folder, files, became: null })
    if (own.became === 'said')
      this.#complain('an undo that is on record is not put back', namesOf(asked))
    own.became = 'putBack'
  }

  /** Each stored undo was done once, and names the files that were written. */
  accept(id: ConversationId, folder: string, { files }: UndoContent): void {
    const said = JSON.stringify(files)
    const source = this.#all.find(
      (each) =>
        each.became === null && each.folder === folder && JSON.stringify(each.files) === said,
    )
    if (source === undefined) this.#complain('an undo on record was done', `${id}: ${said}`)
    else source.became = 'said'
    this.#stored.set(id, (this.#stored.get(id) ?? 0) + 1)
  }

  /** I20 */
  acknowledge(id: ConversationId): void {
    const count = (this.#acknowledged.get(id) ?? 0) + 1
    this.#acknowledged.set(id, count)
    if (count > (this.#stored.get(id) ?? 0))
      this.#complain('I20 an acknowledged undo is stored', `${id}: ${count}`)
  }
}

function namesOf(files: Files): string {
  return files.map(({ path }) => path).join()
}
