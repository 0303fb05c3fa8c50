import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
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
  const loader = new Loader(node, join(dirname(file), '../compile-cache', cache))
  loader.load(file)
  setTimeout(() => loader.keep(), WRITTEN_AFTER_MS).unref()
  process.on('exit', () => loader.keep())
}

class Loader {
  private readonly node: Require
  private readonly cacheFile: string
  private cached: CachedCode
  private readonly modules = new Map<string, Module>()
  private readonly scripts = new Map<string, Script>()
  private isIncomplete = false
  private isKept = false

  constructor(node: Require, cacheFile: string) {
    this.node = node
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
    this.compile(file)(module.exports, require, module, file, folder)
    return module.exports
  }

  /** Once: at the end of the program, or when it has run for a while. Never throws. */
  keep(): void {
    if (this.isKept) return
    this.isKept = true
    const runs = this.isIncomplete ? 1 : this.cached.runs + 1
    if (runs <= ADDING_RUNS) writeCode(this.cacheFile, { runs, parts: this.compiled() })
    this.cached = NO_CODE
    this.scripts.clear()
  }

  /** Of this run, and what earlier ones have left of files that are still there. */
  private compiled(): ReadonlyMap<string, Buffer> {
    const [file = ''] = this.scripts.keys()
    const old = [...this.cached.parts].filter(([name]) => existsSync(join(dirname(file), name)))
    const own = [...this.scripts].map(
      ([path, script]) => [basename(path), script.createCachedData()] as const,
    )
    return new Map([...old, ...own])
  }

  private compile(file: string): (...parts: unknown[]) => void {
    // Other names say nothing about the content.
    const isChunk = basename(dirname(file)) === 'chunks'
    const script = new Script(BEFORE + readFileSync(file, 'utf8') + AFTER, {
      filename: pathToFileURL(file).href,
      columnOffset: -BEFORE.length,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      cachedData: isChunk ? this.cached.parts.get(basename(file)) : undefined,
    })
    if (isChunk) {
      this.scripts.set(file, script)
      if (script.cachedDataRejected !== false) this.isIncomplete = true
    }
    return script.runInThisContext()
  }
}
