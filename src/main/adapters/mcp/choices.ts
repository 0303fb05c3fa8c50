import { join } from 'node:path'
import { z } from 'zod'
import { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { readRegular } from '../data-folder/regular-file.ts'

const FILE = 'mcp-choices.json'
/** Only the newest are kept. */
const MOST = 2_000

const OffIn = z.object({ conversationId: ConversationId, name: z.string() })
const File = z.object({ offIn: z.array(OffIn) })
type File = z.infer<typeof File>

const NOTHING: File = { offIn: [] }

/** The servers that are switched off per conversation. */
export class McpChoices {
  readonly #folder: string
  readonly #replace: ReplaceFile
  #read: File | null = null

  constructor(dataFolder: string, replace: ReplaceFile = writeAtomically) {
    this.#folder = dataFolder
    this.#replace = replace
  }

  isOffIn(conversationId: ConversationId, name: string): boolean {
    return this.#file.offIn.some(
      (each) => each.conversationId === conversationId && each.name === name,
    )
  }

  /** The error ends a sentence. */
  use(conversationId: ConversationId, name: string, isOn: boolean): Result<null, string> {
    const others = this.#file.offIn.filter(
      (each) => each.conversationId !== conversationId || each.name !== name,
    )
    const next = isOn ? others : [...others, { conversationId, name }]
    return this.#write({ offIn: next.slice(-MOST) })
  }

  /** Read at the first use. */
  get #file(): File {
    if (this.#read !== null) return this.#read
    try {
      this.#read = File.parse(JSON.parse(readRegular(join(this.#folder, FILE)).toString()))
    } catch {
      this.#read = NOTHING
    }
    return this.#read
  }

  #write(next: File): Result<null, string> {
    const text = `${JSON.stringify(next, null, 2)}\n`
    const written = this.#replace(join(this.#folder, FILE), text, 0o600)
    if (written.ok) this.#read = next
    return written
  }
}
