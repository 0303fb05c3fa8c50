import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative, resolve } from 'node:path'
import { z } from 'zod'

export const ROOT = resolve(import.meta.dirname, '..')

const switches = z.record(z.string(), z.boolean())

/** The parts of electron-builder's configuration that we check. */
export const BuilderConfig = z.looseObject({
  asar: z.literal(true),
  asarUnpack: z.array(z.string()),
  files: z.array(z.string()),
  publish: z.null(),
  electronFuses: switches,
  appId: z.string(),
  linux: z.looseObject({
    icon: z.string(),
    maintainer: z.string(),
    category: z.string(),
    target: z.array(z.string()),
  }),
  mac: z.looseObject({ icon: z.string(), target: z.array(z.string()) }),
  win: z.looseObject({ icon: z.string(), target: z.array(z.string()) }),
})
export type BuilderConfig = z.infer<typeof BuilderConfig>

const names = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  dependencies: names,
  optionalDependencies: names,
  homepage: z.string().optional(),
})
export type Manifest = z.infer<typeof Manifest>

export function readConfig(): BuilderConfig {
  const text = readFileSync(join(ROOT, 'build/electron-builder.json'), 'utf8')
  return BuilderConfig.parse(JSON.parse(text))
}

export function manifestOf(folder: string): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

/**
 * Returns the files that electron-builder would package: the patterns of the project, and the production packages
 * except for the exclusions.
 */
export function packagedFiles(config: BuilderConfig): readonly string[] {
  const excluding = config.files.filter((each) => each.startsWith('!')).map((each) => each.slice(1))
  const including = config.files.filter((each) => !each.startsWith('!'))
  const own = [
    ...filesIn(join(ROOT, 'out')),
    ...filesIn(join(ROOT, 'resources')),
    'package.json',
  ].filter((file) => including.some((pattern) => matchesGlob(file, pattern)))
  const ofPackages = [...productionFolders()].flatMap((folder) => [...filesIn(folder)])
  return [...own, ...ofPackages].filter(
    (file) => !excluding.some((pattern) => matchesGlob(file, pattern)),
  )
}

/** Returns the folders of all installed packages that are needed at run time. */
function productionFolders(from = ROOT, found = new Set<string>()): ReadonlySet<string> {
  const { dependencies, optionalDependencies } = manifestOf(from)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const folder = folderOf(name, from)
    if (folder === null || found.has(folder)) continue
    found.add(folder)
    productionFolders(folder, found)
  }
  return found
}

/** Resolves a package as Node does. Null: an optional package of another platform. */
function folderOf(name: string, from: string): string | null {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  return from === ROOT ? null : folderOf(name, dirname(from))
}

/** Paths relative to the project; nested packages are listed separately. */
function* filesIn(folder: string): Iterable<string> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesIn(path)
    if (entry.isFile()) yield relative(ROOT, path).replaceAll('\\', '/')
  }
}
