import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import type { MarkdownPlaces } from '../trust/trusted-markdown.ts'
import { Agents } from './agents.ts'
import { ownCommands } from './own-commands.ts'
import { Skills } from './skills.ts'

let base: ReturnType<typeof temporaryFolder>
let places: MarkdownPlaces
let work: string

beforeEach(() => {
  base = temporaryFolder()
  work = join(base.path, 'work')
  const home = join(base.path, 'home')
  const dataFolder = join(base.path, 'data')
  for (const each of [work, home, dataFolder]) mkdirSync(each)
  const trust = {
    trustOf: () => 'allowed' as const,
    statusOf: () => ({ trust: 'allowed', difference: null }) as const,
  }
  places = { home, dataFolder, trust }
})
afterEach(() => base[Symbol.dispose]())

type Named = readonly { readonly name: string; readonly isUsable?: boolean }[]
const KINDS = {
  skill: { file: 'here/SKILL.md', list: (): Promise<Named> => new Skills(places).look(work) },
  agent: { file: 'here.md', list: (): Promise<Named> => new Agents(places).look(work) },
  command: { file: 'here.md', list: (): Promise<Named> => ownCommands(work, places) },
}
type Kind = keyof typeof KINDS

/** The places listed in docs/skills.md. */
function placesOf(kind: Kind): readonly string[] {
  return [
    `home/.config/phoenix/${kind}s`,
    `home/.claude/${kind}s`,
    `home/.agents/${kind}s`,
    `home/.config/opencode/${kind}`,
    `home/.config/opencode/${kind}s`,
    `work/.claude/${kind}s`,
    `work/.agents/${kind}s`,
    `work/.opencode/${kind}`,
    `work/.opencode/${kind}s`,
  ]
}

test.each(Object.keys(KINDS) as readonly Kind[])(
  'each usual place of a %s counts, of a person and of a folder',
  async (kind) => {
    const { file, list } = KINDS[kind]
    for (const place of placesOf(kind)) {
      const path = join(base.path, place, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '---\ndescription: Here\n---\nDo it.\n')
      expect(
        (await list()).map(({ name }) => name),
        place,
      ).toEqual(['here'])
      rmSync(path)
    }
    expect(await list()).toEqual([])
  },
)
