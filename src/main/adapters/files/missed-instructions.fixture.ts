import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export function foldersIn(
  base: string,
): readonly [home: string, dataFolder: string, folder: string] {
  const made = [join(base, 'home'), join(base, 'data'), join(base, 'work')] as const
  for (const path of made) mkdirSync(path)
  return made
}
