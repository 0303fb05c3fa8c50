import { join } from 'node:path'
import { z } from 'zod'
import { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import { writeAtomically } from '../data-folder/atomic-file.ts'
import { readRegular } from '../data-folder/regular-file.ts'

const FILE = 'mcp-choices.json'
/** The newest are kept. */
const MOST = 2_000

const Allowed = z.object({ folder: z.string(), name: z.string(), hash: z.string() })
const OffIn = z.object({ conversationId: ConversationId, name: z.string() })
const File = z.object({ allowed: z.array(Allowed), offIn: z.array(OffIn) })
type File = z.infer<typeof File>

const NOTHING: File = { allowed: [], offIn: [] }

/** What of a folder a person has said yes to. */
export type Trust = 'allowed' | 'changed' | 'notAllowed'

/** A person's words on servers: which of a folder may run, and which a conversation does without. */
export class McpChoices {
  readonly #folder: string
  #read: File | null = null

  constructor(dataFolder: string) {
    this.#folder = dataFolder
  }

  trustOf(folder: string, name: string, hash: string): Trust {
    const said = this.#file.allowed.filter((each) => each.folder === folder && each.name === name)
    if (said.some((each) => each.hash === hash)) return 'allowed'
    return said.length > 0 ? 'changed' : 'notAllowed'
  }

  /** The error ends a sentence. */
  allow(folder: string, name: string, hash: string, isAllowed: boolean): Result<null, string> {
    const { allowed, offIn } = this.#file
    const others = allowed.filter((each) => each.folder !== folder || each.name !== name)
    const next = isAllowed ? [...others, { folder, name, hash }] : others
    return this.#write({ allowed: next, offIn })
  }

  isOffIn(conversationId: ConversationId, name: string): boolean {
    return this.#file.offIn.some(
      (each) => each.conversationId === conversationId && each.name === name,
    )
  }

  /** The error ends a sentence. */
  use(conversationId: ConversationId, name: string, isOn: boolean): Result<null, string> {
    const { allowed, offIn } = this.#file
    const others = offIn.filter(
      (each) => each.conversationId !== conversationId || each.name !== name,
    )
    const next = isOn ? others : [...others, { conversationId, name }]
    return this.#write({ allowed, offIn: next })
  }

  /** Read when it is asked for first. A file that cannot be used allows nothing. */
  get #file(): File {
    if (this.#read !== null) return this.#read
    try {
      this.#read = File.parse(JSON.parse(readRegular(join(this.#folder, FILE)).toString()))
    } catch {
      this.#read = NOTHING
    }
    return this.#read
  }

  #write({ allowed, offIn }: File): Result<null, string> {
    const next = { allowed: allowed.slice(-MOST), offIn: offIn.slice(-MOST) }
    const text = `${JSON.stringify(next, null, 2)}\n`
    const written = writeAtomically(join(this.#folder, FILE), text, 0o600)
    if (written.ok) this.#read = next
    return written
  }
}
