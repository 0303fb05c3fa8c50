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

/** What the files that a message names are, asked once for each as it appears. */
export class NamedFiles {
  private known: ReadonlyMap<string, NamedKind> = $state.raw(new Map())
  private readonly options: NamedFilesOptions
  private paths: readonly string[] = $state.raw([])

  constructor(options: NamedFilesOptions) {
    this.options = options
  }

  has(path: string): boolean {
    return this.paths.includes(path)
  }

  /** The text names these now. */
  async follow(paths: readonly string[]): Promise<void> {
    const fresh = paths.filter((path) => !this.paths.includes(path))
    this.paths = paths
    const gone = [...this.known.keys()].some((path) => !paths.includes(path))
    if (gone) this.known = new Map([...this.known].filter(([path]) => paths.includes(path)))
    if (fresh.length === 0) return
    const kinds = await this.options.ask(fresh)
    if (kinds === null) return
    // Some may have left the text meanwhile.
    const still = fresh.flatMap((path, index) => {
      const kind = kinds[index]
      return kind !== undefined && this.paths.includes(path) ? [[path, kind] as const] : []
    })
    this.known = new Map([...this.known, ...still])
    for (const [path, kind] of still) if (kind === 'file') this.options.attach(path)
  }

  /** Those to be shown. `@alice` may be anything: what is not there is shown only if it is written like a path. */
  shown(files: readonly ComposerFile[]): readonly NamedFile[] {
    return this.paths.flatMap((path) => {
      const kind = this.known.get(path)
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
