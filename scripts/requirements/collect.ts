import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGUE } from './catalogue.ts'
import { complaintsOf } from './check.ts'
import { NOT_YET } from './not-yet.ts'
import { readTags, type Tagged, type Tags } from './read-tags.ts'
import { renderRequirements } from './render.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Tests, and files that define tests for several implementations. */
const FILES = ['{src,e2e,build,scripts,simulation}/**/*.test.ts', 'src/**/*-contract.ts']

export const PAGE = join(ROOT, 'docs/requirements.md')

/** Returns the page as it should be, and the complaints about catalogue and tags. */
export function collectRequirements(): {
  readonly page: string
  readonly complaints: readonly string[]
} {
  const files = globSync(FILES, { cwd: ROOT }).toSorted()
  const read = files.map((file): Tags => readTags(file, readFileSync(join(ROOT, file), 'utf8')))
  const tagged: readonly Tagged[] = read.flatMap((each) => each.tagged)
  return {
    page: renderRequirements(CATALOGUE, tagged, NOT_YET),
    complaints: [
      ...read.flatMap((each) => each.complaints),
      ...complaintsOf(CATALOGUE, tagged, NOT_YET),
    ],
  }
}
