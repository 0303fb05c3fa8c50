import { join, sep } from 'node:path'
import type { TrustView } from '../../../shared/trust.ts'
import type { FoundInstructions } from '../../runtime/ports/file-ports.ts'
import { readInstructions, readNested } from '../files/instruction-imports.ts'
import { type FolderTrust, hashOfText, type Trusted } from './folder-trust.ts'

/** How many files of a folder are remembered automatically: they must not displace approvals elsewhere. */
const MOST_REMEMBERED = 100

interface Parts {
  readonly home: string
  readonly dataFolder: string
  readonly trust: Pick<FolderTrust, 'allow' | 'isKnown' | 'isRefused' | 'namesIn' | 'statusOf'>
}

/**
 * AGENTS.md, CLAUDE.md and their imports in folders (docs/decisions/145). Models see each file from its first use on, which
 * counts as the user's approval, until the user refuses it.
 */
export class TrustedInstructions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Returns whether models may see a file. Remembers its first use. */
  readonly mayShow = (folder: string, file: FoundInstructions): boolean => {
    const { home, trust } = this.#parts
    if (folder === home) return true
    if (!trust.isKnown) return false
    const what = whatIs(folder, file)
    const names = trust.namesIn(folder, 'instructions')
    if (names.includes(what.name)) return !trust.isRefused(what)
    // If it cannot be saved, the next use counts as the first.
    if (names.length < MOST_REMEMBERED) trust.allow(what, contentOf(file))
    return true
  }

  /** The files that the next message would include, and the nested ones that were used before, each with its changes. */
  viewsIn(folder: string): readonly TrustView[] {
    const { dataFolder, home, trust } = this.#parts
    if (folder === home) return []
    const options = { home, dataFolder }
    const { files } = readInstructions(options).read(folder)
    const known = trust.namesIn(folder, 'instructions').map((name) => join(folder, name))
    const all = [...files, ...readNested(folder, known, options)].filter(isOfTheFolder)
    return [...new Map(all.toReversed().map((file) => [nameOf(file), file])).values()]
      .toReversed()
      .map((file) => this.#viewOf(folder, file))
  }

  #viewOf(folder: string, file: FoundInstructions): TrustView {
    const { trust } = this.#parts
    const what = whatIs(folder, file)
    const { kind, name } = what
    const now = contentOf(file)
    const isKnown = trust.namesIn(folder, kind).includes(name)
    const status = isKnown
      ? trust.statusOf(what, now)
      : ({ trust: 'allowed', difference: null } as const)
    return {
      kind,
      name,
      title: '',
      path: name,
      origin: 'folder',
      problems: [],
      ...now,
      ...status,
    }
  }
}

function nameOf({ name, path = name }: FoundInstructions): string {
  return path
}

function whatIs(
  folder: string,
  file: FoundInstructions,
): Trusted & { readonly kind: 'instructions' } {
  return { folder, kind: 'instructions', name: nameOf(file) }
}

function contentOf(file: FoundInstructions): Pick<TrustView, 'hash' | 'text'> {
  const text = Buffer.from(file.text).toString()
  return { hash: hashOfText(text), text }
}

function isOfTheFolder(file: FoundInstructions): boolean {
  return !nameOf(file).startsWith(`~${sep}`)
}
