import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const CORE = import.meta.dirname

/** From what all others are made of to what holds them together; `.` is this folder, with the one transition. */
const LAYERS = ['machine', 'request', 'turn', 'round', 'states', '.', 'log', 'testing']

/** Its layer; -1 outside of the core. */
function layerOf(path: string): number {
  return LAYERS.indexOf(dirname(relative(CORE, path)))
}

/** Imports of types too, each as the file's path. */
function importsOf(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, to = '']) => resolve(dirname(path), to))
}

function upward(path: string): readonly string[] {
  return importsOf(path)
    .filter((to) => layerOf(to) > layerOf(path))
    .map((to) => `${relative(CORE, path)} imports ${relative(CORE, to)}`)
}

test('no file of the core imports what is built on it, types included', () => {
  const files = globSync('**/*.ts', { cwd: CORE })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => join(CORE, file))
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => layerOf(file) === -1)).toEqual([])
  expect(files.flatMap(upward)).toEqual([])
})
