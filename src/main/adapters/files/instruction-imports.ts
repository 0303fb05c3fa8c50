import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { InstructionsFault, InstructionsName } from '../../../shared/conversation/turn.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'
import type {
  FoundInstructions,
  InstructionsPort,
  ReadInstructions,
} from '../../runtime/ports/file-ports.ts'
import { isInside } from '../system/folders.ts'
import {
  createInstructionsPort,
  type InstructionsOptions,
  nestedInstructions,
  OF_THE_PERSON,
  realHome,
  repositoryOf,
  rulesOn,
} from './folder-instructions.ts'
import { importPaths } from './import-paths.ts'
import { isMissed, type OnMissed, startOf, textIn, type Within } from './instruction-file.ts'
import { holdsSecrets } from './secrets.ts'

/** The same as in Claude Code. */
const MAX_DEPTH = 5
const MAX_IMPORTS = 32
/** The limit for all imports together, in bytes. */
const MAX_BYTES = 64 * 1024
/** The limit for the imports of nested files, which are sent with the result of a call. */
const MAX_NESTED_BYTES = 16 * 1024
/** The files of the user's own places that a folder may import: these places hold more than instructions. */
const OF_A_PERSON = /\.(?:md|markdown|txt)$/i
/** Characters that end a sentence rather than belong to a path. */
const PUNCTUATION = `.,;:!?)]}'"`

/** A nested file, or one that it imports, with the name of the importer. */
export interface NestedInstructions extends FoundInstructions {
  readonly importedBy: string | null
}

/** Reads the rules for files touched in a folder, and the instructions between the two, each after its imports. */
export function readNested(
  folder: string,
  touched: readonly string[],
  options: InstructionsOptions,
): readonly NestedInstructions[] {
  const { dataFolder } = options
  const files = [
    ...rulesOn(folder, touched, options),
    ...touched.flatMap((file) => nestedInstructions(folder, file, dataFolder)),
  ]
  if (files.length === 0) return []
  return new Walk(reachOf(folder, options), { files, fault: null, isWhole: true }, MAX_NESTED_BYTES)
    .groups()
    .flatMap(({ file, imports }) => {
      const importedBy = file.path ?? file.name
      return [...imports.map((each) => ({ ...each, importedBy })), { ...file, importedBy: null }]
    })
}

function reachOf(
  folder: string,
  { dataFolder, home, mayShow = () => true }: InstructionsOptions,
): Reach {
  const root = repositoryOf(folder)
  return {
    folder,
    root,
    home: realHome(home),
    dataFolder,
    mayShow: (file) => mayShow(folder, file),
  }
}

/** The limits of imports: where they may lie, and which of them models may see. */
interface Reach {
  readonly home: string
  readonly dataFolder: string
  /** The folder of the conversation, and its repository. */
  readonly folder: string
  readonly root: string
  readonly mayShow: (file: FoundInstructions) => boolean
}

/** A file and its imports. */
interface Group {
  readonly file: FoundInstructions
  readonly imports: readonly FoundInstructions[]
}

interface Importer {
  readonly name: InstructionsName
  readonly real: string
  readonly isOfThePerson: boolean
  readonly depth: number
}

/**
 * Reads the instructions (folder-instructions.ts), each file after its imports: a file is a separate note to the model, so
 * if one changes, only that one is sent again. A folder's files import from their repository, and instructions from the
 * user's own places; the user's own files import from anywhere in the home folder. Secrets are never read, and each file is
 * read once.
 */
export function readInstructions(options: InstructionsOptions): InstructionsPort {
  const port = createInstructionsPort(options)
  return {
    read(folder) {
      const read = port.read(folder)
      if (read.files.length === 0) return read
      return new Walk(reachOf(folder, options), read).all()
    },
  }
}

class Walk {
  readonly #reach: Reach
  readonly #read: ReadInstructions
  readonly #seen = new Set<string>()
  #left: number
  #count = 0
  #fault: InstructionsFault | null
  #isWhole: boolean
  readonly #onMissed = (): void => void (this.#isWhole = false)

  constructor(reach: Reach, read: ReadInstructions, maxBytes = MAX_BYTES) {
    this.#reach = reach
    this.#read = read
    this.#left = maxBytes
    this.#fault = read.fault
    this.#isWhole = read.isWhole
  }

  all(): ReadInstructions {
    const files = this.groups().flatMap(({ file, imports }) => [...imports, file])
    return { files, fault: this.#fault, isWhole: this.#isWhole }
  }

  groups(): readonly Group[] {
    const roots = this.#read.files
      .filter((file) => this.#mayShow(file))
      .map((file) => ({ file, real: this.#placeOf(file) }))
    for (const { real } of roots) if (real !== null) this.#seen.add(real)
    return roots.map(({ file, real }) => {
      if (real === null) return { file, imports: [] }
      const isOfThePerson = isOfAPerson(file)
      const importer = { name: file.name, real, isOfThePerson, depth: 0 }
      return { file, imports: this.#importsOf(file, importer) }
    })
  }

  /** The user's own files need no permission. */
  #mayShow(file: FoundInstructions): boolean {
    return isOfAPerson(file) || this.#reach.mayShow(file)
  }

  #placeOf(file: FoundInstructions): string | null {
    const { folder, home } = this.#reach
    const { name, path = name } = file
    const at = isOfAPerson(file) ? join(home, path.slice(2)) : join(folder, path)
    return realOf(at, this.#onMissed)
  }

  #importsOf({ text }: FoundInstructions, importer: Importer): readonly FoundInstructions[] {
    if (importer.depth >= MAX_DEPTH) return []
    return importPaths(Buffer.from(text).toString('utf8')).flatMap((written) =>
      this.#imported(written, importer),
    )
  }

  /** The import, preceded by its own imports. */
  #imported(written: string, importer: Importer): readonly FoundInstructions[] {
    const real = this.#targetOf(written, importer)
    if (real === null || this.#seen.has(real)) return []
    const { name } = importer
    const path = this.#shown(real)
    if (!this.#mayRead(real, importer)) {
      this.#fault ??= { name, path, why: 'importLeadsOut' }
      return []
    }
    if (this.#left <= 0 || this.#count >= MAX_IMPORTS) return []
    this.#seen.add(real)
    const found = readAt(real, name, { maxBytes: this.#left, onMissed: this.#onMissed })
    if (typeof found === 'string') {
      if (found !== 'absent') this.#fault ??= { name, path, why: found }
      return []
    }
    this.#left -= found.text.length
    this.#count += 1
    const file = { ...found, path }
    if (!this.#mayShow(file)) return []
    return [...this.#importsOf(file, { ...importer, real, depth: importer.depth + 1 }), file]
  }

  /** Null for a name without a file: just an `@` in a sentence. */
  #targetOf(written: string, { real }: Importer): string | null {
    const { home } = this.#reach
    for (const path of new Set([written, trimEndOf(written, PUNCTUATION)])) {
      if (path === '') continue
      const place = path.startsWith('~/')
        ? join(home, path.slice(2))
        : isAbsolute(path)
          ? path
          : resolve(dirname(real), path)
      const found = realOf(place, this.#onMissed)
      if (found !== null) return found
    }
    return null
  }

  #mayRead(real: string, { isOfThePerson }: Importer): boolean {
    const { dataFolder, home, root } = this.#reach
    if (isInside(real, realOf(dataFolder) ?? dataFolder)) return false
    const base = isInside(real, root) ? root : home
    if (holdsSecrets(relative(base, real).split(sep))) return false
    if (isInside(real, root)) return true
    if (isOfThePerson) return isInside(real, home)
    const places = OF_THE_PERSON.map(([place]) => join(home, place))
    return OF_A_PERSON.test(real) && places.some((place) => isInside(real, place))
  }

  /** The path as people and models see it. */
  #shown(real: string): string {
    const { folder, home, root } = this.#reach
    if (isInside(real, root)) return relative(folder, real)
    return isInside(real, home) ? join('~', relative(home, real)) : real
  }
}

function isOfAPerson({ path }: FoundInstructions): boolean {
  return path?.startsWith(`~${sep}`) ?? false
}

/** Null if it is not a file, or may not be revealed. */
function realOf(path: string, onMissed?: OnMissed): string | null {
  try {
    const real = realpathSync(path)
    return lstatSync(real).isDirectory() ? null : real
  } catch (error) {
    isMissed(error, onMissed)
    return null
  }
}

function readAt(
  real: string,
  name: InstructionsName,
  { maxBytes, onMissed }: Pick<Within, 'maxBytes' | 'onMissed'>,
): FoundInstructions | 'absent' | InstructionsFault['why'] {
  try {
    const start = startOf({ path: real, real }, maxBytes)
    return start === null ? 'notReadable' : textIn(name, start, maxBytes)
  } catch (error) {
    return isMissed(error, onMissed) ? 'absent' : 'notReadable'
  }
}
