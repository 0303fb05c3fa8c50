import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { PersonFile } from '../data-folder/person-file.ts'

const FILE = 'mcp-choices.json'
/** Only the newest are kept. */
const MOST = 2_000

const OffIn = z.looseObject({ conversationId: ConversationId, name: z.string() })
const File = z.looseObject({ offIn: z.array(OffIn) })
type File = z.infer<typeof File>

const NOTHING: File = { offIn: [] }

/** The servers that are switched off per conversation. */
export class McpChoices {
  readonly #file: PersonFile<File>

  constructor(dataFolder: string, replace: ReplaceFile = writeAtomically) {
    const path = join(dataFolder, FILE)
    this.#file = new PersonFile({
      path,
      parse: (json) => File.parse(json),
      absent: NOTHING,
      replace,
    })
  }

  isOffIn(conversationId: ConversationId, name: string): boolean {
    return this.#file.content.offIn.some(
      (each) => each.conversationId === conversationId && each.name === name,
    )
  }

  /** The error ends a sentence. */
  use(conversationId: ConversationId, name: string, isOn: boolean): Result<null, string> {
    const read = this.#file.latest()
    if (!read.ok) return read
    const others = read.value.offIn.filter(
      (each) => each.conversationId !== conversationId || each.name !== name,
    )
    const next = isOn ? others : [...others, { conversationId, name }]
    return this.#file.write({ ...read.value, offIn: next.slice(-MOST) }, 2)
  }
}
