import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { stackInSources } from '../src/main/adapters/log/source-stack.ts'
import { packagedFiles, readConfig, ROOT } from './packaged-files.ts'

const built = globSync('out/main/**/*.js', { cwd: ROOT })
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** More than one if separate threads need a part of the layer. */
function chunksOf(layer: string): readonly string[] {
  const found = built.filter((file) => basename(file).startsWith(`${layer}-`))
  expect(found, `npm run build comes first; chunks of ${layer}`).not.toEqual([])
  return found
}

test.each([
  ['core', 'src/main/core/transition.ts', 'function transition('],
  ['runtime', 'src/main/runtime/conversation/mailbox-item.ts', 'function reply('],
  ['shared', 'src/shared/assert-never.ts', 'function assertNever('],
])('a stack of the built program names the source: %s', (layer, source, text) => {
  const [chunk = ''] = chunksOf(layer).filter((file) => textOf(file).includes(text))
  const lineOf = (file: string): number =>
    textOf(file)
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  expect(lineOf(chunk)).toBeGreaterThan(0)
  const address = pathToFileURL(join(ROOT, chunk)).href
  const place = stackInSources(`at ${address}:${lineOf(chunk)}:1`)
  expect(place).toMatch(`at ${source}:${lineOf(source)}:`)
})

test('each chunk of ours has its map, without the sources; libraries have none', () => {
  for (const layer of ['core', 'runtime', 'shared', 'hosts']) {
    for (const chunk of chunksOf(layer)) {
      const map: unknown = JSON.parse(textOf(`${chunk}.map`))
      expect(map).not.toHaveProperty('sourcesContent')
    }
  }
  const libraries = chunksOf('libraries')
  expect(libraries).not.toEqual([])
  for (const chunk of libraries) {
    expect(existsSync(join(ROOT, `${chunk}.map`))).toBe(false)
    expect(textOf(chunk).slice(-200)).not.toContain('sourceMappingURL')
  }
})

test("the page's map is built, referenced nowhere, and in no package; the main process's maps are packed", () => {
  const [page = ''] = globSync('out/renderer/assets/index-*.js', { cwd: ROOT })
  expect(existsSync(join(ROOT, `${page}.map`))).toBe(true)
  expect(textOf(page).slice(-200)).not.toContain('sourceMappingURL')
  const maps = packagedFiles(readConfig()).filter((file) => file.endsWith('.map'))
  expect(maps.length).toBeGreaterThan(4)
  expect(maps.filter((file) => !file.startsWith('out/main/'))).toEqual([])
})
