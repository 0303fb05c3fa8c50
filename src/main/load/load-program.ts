import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { type CachedCode, NO_CODE, readCode, writeCode } from './code-cache.ts'

/** The number of runs that add the functions they used. */
const ADDING_RUNS = 3
/** By then, clients have sent requests and V8 has not yet discarded the functions that the start used (ms). */
const WRITTEN_AFTER_MS = 20_000

const [BEFORE, AFTER] = ['(function (exports, require, module, __filename, __dirname) {', '\n})']

interface Module {
  exports: unknown
}

/** Node's `require`, or that of a built file. */
type Require = (name: string) => unknown

interface ProgramFile {
  /** A built file; `chunks` is next to it. */
  readonly file: string
  /** Starts of the same kind use the same functions. */
  readonly kind: string
}

/**
 * Runs the program with the code that V8 compiled in earlier runs: not only the files, as in Node's own cache, but also the
 * functions that a start uses. The cache lies next to the program, where only those who can change the program can write.
 */
export function loadProgram({ file, kind }: ProgramFile): void {
  const node = createRequire(file)
  // Node reads source maps only of files that it loads itself.
  if (process.sourceMapsEnabled) return void node(file)
  const cache = `${process.version}-${process.arch}-${kind}`
  const folder = dirname(file)
  const cacheFile = join(folder, '../compile-cache', cache)
  const loader = new Loader(node, join(folder, 'chunks'), cacheFile)
  loader.load(file)
  setTimeout(() => void loader.keepLater(), WRITTEN_AFTER_MS).unref()
  process.on('exit', () => loader.keep())
}

class Loader {
  readonly #node: Require
  readonly #chunks: string
  readonly #cacheFile: string
  #cached: CachedCode
  readonly #modules = new Map<string, Module>()
  /** Keyed by file. */
  readonly #scripts = new Map<string, Script>()
  readonly #taken = new Map<string, Buffer>()
  #isIncomplete = false
  #isKept = false

  constructor(node: Require, chunks: string, cacheFile: string) {
    this.#node = node
    this.#chunks = chunks
    this.#cacheFile = cacheFile
    this.#cached = readCode(cacheFile)
  }

  load(file: string): unknown {
    const known = this.#modules.get(file)
    if (known !== undefined) return known.exports
    const module: Module = { exports: {} }
    this.#modules.set(file, module)
    const folder = dirname(file)
    const require: Require = (name) =>
      name.startsWith('.') ? this.load(join(folder, name)) : this.#node(name)
    try {
      this.#compile(file)(module.exports, require, module, file, folder)
    } catch (error) {
      // The next caller that needs it tries again.
      this.#modules.delete(file)
      throw error
    }
    return module.exports
  }

  /**
   * Called when the program has run for a while: takes one script at a time, so other work can run in between. Never
   * rejects.
   */
  async keepLater(): Promise<void> {
    if (this.#runs() <= ADDING_RUNS) {
      for (const path of this.#scripts.keys()) {
        this.#take(path)
        await setImmediate()
      }
    }
    this.keep()
  }

  /** Writes the cache once, at the latest when the program ends. Never throws. */
  keep(): void {
    if (this.#isKept) return
    this.#isKept = true
    const runs = this.#runs()
    if (runs <= ADDING_RUNS) {
      for (const path of this.#scripts.keys()) this.#take(path)
      writeCode(this.#cacheFile, { runs, parts: new Map([...this.#kept(), ...this.#taken]) })
    }
    this.#cached = NO_CODE
    this.#scripts.clear()
    this.#taken.clear()
  }

  /** The number of runs that have contributed, including this one. */
  #runs(): number {
    return this.#isIncomplete ? 1 : this.#cached.runs + 1
  }

  #take(path: string): void {
    const code = this.#scripts.get(path)?.createCachedData()
    if (code !== undefined) this.#taken.set(basename(path), code)
    this.#scripts.delete(path)
  }

  /** The code of earlier runs whose files still exist. */
  #kept(): readonly (readonly [name: string, code: Buffer])[] {
    return [...this.#cached.parts].filter(([name]) => existsSync(join(this.#chunks, name)))
  }

  #compile(file: string): (...parts: unknown[]) => void {
    // Only names of chunks change with their content.
    const isChunk = dirname(file) === this.#chunks
    const script = new Script(BEFORE + readFileSync(file, 'utf8') + AFTER, {
      filename: pathToFileURL(file).href,
      columnOffset: -BEFORE.length,
      cachedData: isChunk ? this.#cached.parts.get(basename(file)) : undefined,
    })
    if (isChunk) {
      this.#scripts.set(file, script)
      if (script.cachedDataRejected !== false) this.#isIncomplete = true
    }
    return script.runInThisContext()
  }
}
