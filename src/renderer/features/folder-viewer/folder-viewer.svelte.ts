import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { AppError } from '../../../shared/app-error.ts'
import type { FileLook, FolderEntry } from '../../../shared/protocol/browse-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import { fromBase64 } from '../../../client/files/base64.ts'
import { addedLines } from './changed-lines.ts'
import { treeRows } from './tree-rows.ts'

/** The file on the screen, as far as it has been read. */
export type ViewedFile =
  | {
      readonly type: 'text'
      readonly lines: readonly string[]
      /** The last line continues in the next part. */
      readonly isOpen: boolean
      readonly next: number | null
    }
  | { readonly type: 'image'; readonly url: string }
  | { readonly type: 'other'; readonly bytes: number }

const NOTHING: ReadonlySet<number> = new Set()

/** The state of the folder viewer. The agent's changes are read once, from the review. */
export class FolderViewer {
  readonly entries = new SvelteMap<string, readonly FolderEntry[]>()
  readonly open = new SvelteSet<string>()
  /** Why the file, or its next part, could not be read. */
  problem = $state.raw<AppError | null>(null)
  /** Why a folder could not be listed. */
  listProblem = $state.raw<AppError | null>(null)
  path = $state<string | null>(null)
  /** Null: it is being read. */
  file = $state.raw<ViewedFile | null>(null)
  /** Files that the agent has changed, each with the lines that it added. */
  edits = $state.raw<ReadonlyMap<string, ReadonlySet<number>>>(new Map())
  /** The listed folders that have more entries than were listed. */
  readonly #cut = new SvelteSet<string>()
  readonly isCut = $derived(this.#cut.size > 0)
  readonly rows = $derived(treeRows(this.entries, this.open))
  /** Said while no file is chosen; empty until the folder has been listed. */
  readonly hint = $derived(hintOf(this.entries.get(''), this.#cut.has('')))

  /** The number of the current look at a file: what an earlier one asked for is dropped. */
  #look = 0
  /** The text whose next part is being read. */
  #continued: ViewedFile | null = null
  readonly #client: Pick<Client, 'request'>
  readonly #conversationId: ConversationId

  constructor(client: Pick<Client, 'request'>, conversationId: ConversationId) {
    this.#client = client
    this.#conversationId = conversationId
  }

  async begin(): Promise<void> {
    const conversationId = this.#conversationId
    const scope = { type: 'conversation' } as const
    const [, review] = await Promise.all([
      this.#list(''),
      this.#client.request('review.read', { conversationId, scope }),
    ])
    if (!review.ok) return
    this.edits = new Map(review.value.files.map(({ hunks, path }) => [path, addedLines(hunks)]))
  }

  /** What the lost connection left unread is read over the next one. */
  reconnected(): void {
    if (!this.entries.has('') || this.listProblem !== null) void this.begin()
    if (this.path === null || this.problem === null) return
    if (this.file === null) void this.look(this.path)
    else void this.more()
  }

  /** True if the agent changed this file, or one in this folder. */
  isEdited(path: string): boolean {
    if (!path.endsWith('/')) return this.edits.has(path)
    return [...this.edits.keys()].some((each) => each.startsWith(path))
  }

  get added(): ReadonlySet<number> {
    return (this.path === null ? undefined : this.edits.get(this.path)) ?? NOTHING
  }

  async openFolder(path: string): Promise<void> {
    this.open.add(path)
    if (this.entries.has(path)) return
    await this.#list(path)
    // It is not empty: the next click asks again.
    if (!this.entries.has(path)) this.open.delete(path)
  }

  closeFolder(path: string): void {
    this.open.delete(path)
  }

  async look(path: string): Promise<void> {
    this.leave()
    this.path = path
    const first = await this.#read(path, 0)
    if (first === null) return
    if (first.type === 'image') return this.#showImage(path, first)
    this.file =
      first.type === 'text' ? withPart(EMPTY, first) : { type: 'other', bytes: first.bytes }
  }

  /** Loads the next part of a long text. */
  async more(): Promise<void> {
    const { file, path } = this
    if (path === null || file?.type !== 'text' || file.next === null) return
    if (this.#continued === file) return
    this.#continued = file
    const part = await this.#read(path, file.next)
    if (this.#continued === file) this.#continued = null
    if (part?.type === 'text') this.file = withPart(file, part)
  }

  leave(): void {
    this.#look += 1
    if (this.file?.type === 'image') URL.revokeObjectURL(this.file.url)
    this.file = null
    this.path = null
    this.problem = null
  }

  async #showImage(path: string, first: Extract<FileLook, { type: 'image' }>): Promise<void> {
    const pieces = [fromBase64(first.data)]
    let { next } = first
    while (next !== null) {
      const part = await this.#read(path, next)
      if (part?.type !== 'image') return
      pieces.push(fromBase64(part.data))
      next = part.next
    }
    const url = URL.createObjectURL(new Blob(pieces, { type: first.mediaType }))
    this.file = { type: 'image', url }
  }

  /** Null: it failed, or the file was left meanwhile. */
  async #read(path: string, from: number): Promise<FileLook | null> {
    const conversationId = this.#conversationId
    const look = this.#look
    const answer = await this.#client.request('folder.look', { conversationId, path, from })
    if (look !== this.#look) return null
    this.problem = answer.ok ? null : answer.error
    return answer.ok ? answer.value : null
  }

  async #list(under: string): Promise<void> {
    const conversationId = this.#conversationId
    const answer = await this.#client.request('folder.list', { conversationId, under })
    this.listProblem = answer.ok ? null : answer.error
    if (!answer.ok) return
    this.entries.set(under, answer.value.entries)
    if (answer.value.isCut) this.#cut.add(under)
    else this.#cut.delete(under)
  }
}

type LookedText = Extract<ViewedFile, { type: 'text' }>

const EMPTY: LookedText = { type: 'text', lines: [], isOpen: false, next: null }

/** A part ends after a line, unless the line is longer than a part. */
export function withPart(
  { isOpen, lines }: LookedText,
  { next, text }: Pick<Extract<FileLook, { type: 'text' }>, 'next' | 'text'>,
): LookedText {
  const more = text.split('\n')
  const endsOpen = more.at(-1) !== ''
  if (!endsOpen) more.pop()
  const [first = '', ...rest] = more
  const all = isOpen
    ? [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${first}`, ...rest]
    : [...lines, ...more]
  return { type: 'text', lines: all, isOpen: endsOpen, next }
}

function hintOf(entries: readonly FolderEntry[] | undefined, isCut: boolean): string {
  if (entries === undefined) return ''
  if (entries.length > 0) return 'Choose a file to view it.'
  return isCut ? 'No file of this folder can be listed.' : 'This folder has no files.'
}
