import type { NamedKind } from '../../../shared/protocol/file-commands.ts'
import { isLikePath } from '../../../client/words/mentions.ts'
import type { ComposerFile } from '../../state/composer/composer.ts'

/** A file or folder that the message names. */
export interface NamedFile {
  readonly path: string
  /** What of it the model gets. */
  readonly words: 'its text' | 'only its path' | 'preparing' | 'folder' | 'not found'
  readonly about: string
}

interface NamedFilesOptions {
  /** What is there, in the order of the paths; null: nobody can say. */
  readonly ask: (paths: readonly string[]) => Promise<readonly NamedKind[] | null>
  /** Its text goes with the message if it is a short one. */
  readonly attach: (path: string) => void
}

/** How long a Send waits for what its files are. A folder on a slow network may never say. */
const LONGEST_MS = 2_000

/** What the files that a message names are, asked for each as it appears, until somebody can say. */
export class NamedFiles {
  #known: ReadonlyMap<string, NamedKind> = $state.raw(new Map())
  readonly #options: NamedFilesOptions
  #paths: readonly string[] = $state.raw([])
  /** The request that each of these paths is, or was, in. A failed one is forgotten. */
  readonly #asked = new Map<string, object>()
  readonly #following = new Set<Promise<void>>()

  constructor(options: NamedFilesOptions) {
    this.#options = options
  }

  has(path: string): boolean {
    return this.#paths.includes(path)
  }

  /** The text names these now. */
  async follow(paths: readonly string[]): Promise<void> {
    const following = this.#follow(paths)
    this.#following.add(following)
    await following
    this.#following.delete(following)
  }

  /** The text names these and is to be sent: the files among them are attached first, unless it takes too long. */
  async settled(paths: readonly string[]): Promise<void> {
    void this.follow(paths)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_MS)))
    await Promise.race([Promise.all(this.#following), late])
    clearTimeout(timer)
  }

  async #follow(paths: readonly string[]): Promise<void> {
    for (const path of this.#asked.keys()) if (!paths.includes(path)) this.#asked.delete(path)
    const fresh = paths.filter((path) => !this.#asked.has(path))
    this.#paths = paths
    const gone = [...this.#known.keys()].some((path) => !paths.includes(path))
    if (gone) this.#known = new Map([...this.#known].filter(([path]) => paths.includes(path)))
    if (fresh.length === 0) return
    const request = {}
    for (const path of fresh) this.#asked.set(path, request)
    const kinds = await this.#options.ask(fresh)
    // Some may have left the text meanwhile.
    const wanted = fresh.filter((path) => this.#asked.get(path) === request)
    if (kinds === null) {
      for (const path of wanted) this.#asked.delete(path)
      return
    }
    const still = wanted.flatMap((path) => {
      const kind = kinds[fresh.indexOf(path)]
      return kind === undefined ? [] : [[path, kind] as const]
    })
    this.#known = new Map([...this.#known, ...still])
    for (const [path, kind] of still) if (kind === 'file') this.#options.attach(path)
  }

  /** Those to be shown. `@alice` may be anything: what is not there is shown only if it is written like a path. */
  shown(files: readonly ComposerFile[]): readonly NamedFile[] {
    return this.#paths.flatMap((path) => {
      const kind = this.#known.get(path)
      if (kind === undefined || (kind === 'missing' && !isLikePath(path))) return []
      return [{ path, ...wordsOf(kind, files.find(({ name }) => name === path)?.type) }]
    })
  }
}

function wordsOf(
  kind: NamedKind,
  attached: ComposerFile['type'] | undefined,
): Pick<NamedFile, 'words' | 'about'> {
  if (kind === 'missing') return { words: 'not found', about: 'There is no such file or folder.' }
  if (kind === 'folder') return { words: 'folder', about: 'The agent gets its path.' }
  if (attached === 'ready')
    return { words: 'its text', about: 'Its text goes with the message, as it was when named.' }
  if (attached === 'preparing') return { words: 'preparing', about: 'Its text is being read.' }
  const why = kind === 'outside' ? 'It is outside the folder' : 'It is no text, or a long one'
  return { words: 'only its path', about: `${why}: the agent gets its path and can look into it.` }
}
