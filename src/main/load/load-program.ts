import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { type CachedCode, NO_CODE, readCode, writeCode } from './code-cache.ts'

/** So many runs add the functions that they used. */
const ADDING_RUNS = 3
/** By then a host has been asked something, and V8 has not yet forgotten what the start took (ms). */
const WRITTEN_AFTER_MS = 20_000

const [BEFORE, AFTER] = ['(function (exports, require, module, __filename, __dirname) {', '\n})']

interface Module {
  exports: unknown
}

/** Node's, or of a built file. */
type Require = (name: string) => unknown

interface ProgramFile {
  /** A built file, as are the `chunks` beside it. */
  readonly file: string
  /** Starts of the same kind use the same functions. */
  readonly kind: string
}

/**
 * Runs the program with what V8 compiled at earlier starts: not only the files, as Node's own cache does, but also the functions that a
 * start uses. Kept next to the program, where only those who can change the program can write.
 */
export function loadProgram({ file, kind }: ProgramFile): void {
  const node = createRequire(file)
  // Only of files that it loads itself does Node read the maps.
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
  private readonly node: Require
  private readonly chunks: string
  private readonly cacheFile: string
  private cached: CachedCode
  private readonly modules = new Map<string, Module>()
  /** By their files. */
  private readonly scripts = new Map<string, Script>()
  private readonly taken = new Map<string, Buffer>()
  private isIncomplete = false
  private isKept = false

  constructor(node: Require, chunks: string, cacheFile: string) {
    this.node = node
    this.chunks = chunks
    this.cacheFile = cacheFile
    this.cached = readCode(cacheFile)
  }

  load(file: string): unknown {
    const known = this.modules.get(file)
    if (known !== undefined) return known.exports
    const module: Module = { exports: {} }
    this.modules.set(file, module)
    const folder = dirname(file)
    const require: Require = (name) =>
      name.startsWith('.') ? this.load(join(folder, name)) : this.node(name)
    try {
      this.compile(file)(module.exports, require, module, file, folder)
    } catch (error) {
      // Whoever needs it later tries again.
      this.modules.delete(file)
      throw error
    }
    return module.exports
  }

  /** When the program has run for a while: a script at a time, so nothing else waits for all. Never rejects. */
  async keepLater(): Promise<void> {
    if (this.runs() <= ADDING_RUNS) {
      for (const path of this.scripts.keys()) {
        this.take(path)
        await setImmediate()
      }
    }
    this.keep()
  }

  /** Once, at the end of the program at the latest. Never throws. */
  keep(): void {
    if (this.isKept) return
    this.isKept = true
    const runs = this.runs()
    if (runs <= ADDING_RUNS) {
      for (const path of this.scripts.keys()) this.take(path)
      writeCode(this.cacheFile, { runs, parts: new Map([...this.kept(), ...this.taken]) })
    }
    this.cached = NO_CODE
    this.scripts.clear()
    this.taken.clear()
  }

  /** So many have added what they used then. */
  private runs(): number {
    return this.isIncomplete ? 1 : this.cached.runs + 1
  }

  private take(path: string): void {
    const code = this.scripts.get(path)?.createCachedData()
    if (code !== undefined) this.taken.set(basename(path), code)
    this.scripts.delete(path)
  }

  /** What earlier runs have left of files that are still there. */
  private kept(): readonly (readonly [name: string, code: Buffer])[] {
    return [...this.cached.parts].filter(([name]) => existsSync(join(this.chunks, name)))
  }

  private compile(file: string): (...parts: unknown[]) => void {
    // Other names say nothing about the content.
    const isChunk = dirname(file) === this.chunks
    const script = new Script(BEFORE + readFileSync(file, 'utf8') + AFTER, {
      filename: pathToFileURL(file).href,
      columnOffset: -BEFORE.length,
      cachedData: isChunk ? this.cached.parts.get(basename(file)) : undefined,
    })
    if (isChunk) {
      this.scripts.set(file, script)
      if (script.cachedDataRejected !== false) this.isIncomplete = true
    }
    return script.runInThisContext()
  }
}
