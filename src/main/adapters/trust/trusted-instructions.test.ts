import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readInstructions, readNested } from '../files/instruction-imports.ts'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { FolderTrust } from './folder-trust.ts'
import { TrustedInstructions } from './trusted-instructions.ts'
import { createTrustControl } from './trust-control.ts'

let base: ReturnType<typeof temporaryFolder>
let work: string
let trust: FolderTrust
let instructions: TrustedInstructions

beforeEach(() => {
  base = temporaryFolder()
  work = join(base.path, 'work')
  mkdirSync(join(base.path, 'home/data'), { recursive: true })
  begin()
})
afterEach(() => base[Symbol.dispose]())

/** As at a start of Phoenix. */
function begin(): void {
  const dataFolder = join(base.path, 'home/data')
  trust = new FolderTrust(dataFolder)
  instructions = new TrustedInstructions({ home: join(base.path, 'home'), dataFolder, trust })
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(base.path, path)), { recursive: true })
  writeFileSync(join(base.path, path), text)
}

const options = () => ({
  home: join(base.path, 'home'),
  dataFolder: join(base.path, 'home/data'),
  mayShow: instructions.mayShow,
})
const control = () =>
  createTrustControl({
    trust,
    home: options().home,
    sources: [async (at) => instructions.viewsIn(at)],
  })

/** The instructions in a message, by path. */
function shownNames(): readonly string[] {
  return readInstructions(options())
    .read(work)
    .files.map(({ name, path = name, text }) => `${path}: ${Buffer.from(text).toString()}`)
}

const nested = (): number => readNested(work, [join(work, 'a/b.ts')], options()).length

async function say(name: string, isAllowed: boolean): Promise<void> {
  const views = await control().list(work)
  const view = views.find((each) => each.name === name)
  if (view === undefined) throw new Error(`${name} is not listed`)
  expect(await control().allow(work, { ...view, isAllowed })).toMatchObject({ ok: true })
}

const standings = async (): Promise<readonly string[]> =>
  (await control().list(work)).map(({ name, trust: status }) => `${name} ${status}`)

test('instructions are told from their first use; what has changed since then is shown until it is accepted', async () => {
  write('work/AGENTS.md', 'Use tabs.')
  expect(await standings()).toEqual(['AGENTS.md allowed'])
  expect(shownNames()).toEqual(['AGENTS.md: Use tabs.'])
  write('work/AGENTS.md', 'Use spaces.')
  begin()
  expect(shownNames()).toEqual(['AGENTS.md: Use spaces.'])
  const [view] = await control().list(work)
  expect(view).toMatchObject({ kind: 'instructions', trust: 'changed', text: 'Use spaces.' })
  expect(view?.difference).toMatch(/-Use tabs\.\n\+Use spaces\./)
  await say('AGENTS.md', true)
  expect(await standings()).toEqual(['AGENTS.md allowed'])
})

test('after a no, neither a file nor what it imports is told, whatever it becomes, until a person allows it', async () => {
  write('work/AGENTS.md', 'See @docs/a.md')
  write('work/docs/a.md', 'A')
  write('home/.claude/CLAUDE.md', 'Mine')
  expect(shownNames()).toEqual([
    '~/.claude/CLAUDE.md: Mine',
    'docs/a.md: A',
    'AGENTS.md: See @docs/a.md',
  ])
  await say('docs/a.md', false)
  expect(shownNames()).toEqual(['~/.claude/CLAUDE.md: Mine', 'AGENTS.md: See @docs/a.md'])
  await say('docs/a.md', true)
  await say('AGENTS.md', false)
  write('work/AGENTS.md', 'Now see @docs/a.md')
  begin()
  expect(shownNames()).toEqual(['~/.claude/CLAUDE.md: Mine'])
  expect(await standings()).toEqual(['docs/a.md allowed', 'AGENTS.md notAllowed'])
  await say('AGENTS.md', true)
  expect(shownNames()).toHaveLength(3)
})

test('nested files obey the same, and are listed once they were told', async () => {
  write('work/a/AGENTS.md', 'Use tabs.')
  expect(await standings()).toEqual([])
  expect(nested()).toBe(1)
  expect(await standings()).toEqual(['a/AGENTS.md allowed'])
  await say('a/AGENTS.md', false)
  expect(nested()).toBe(0)
})

test('rules obey the same: the general ones, and those about some files once they were told, in a parent too', async () => {
  mkdirSync(join(work, '.git'), { recursive: true })
  write('work/.claude/rules/all.md', 'Use tabs.')
  write('work/.claude/rules/ts.md', '---\npaths: "**/*.ts"\n---\nNo any.')
  expect(shownNames()).toEqual(['.claude/rules/all.md: Use tabs.'])
  expect(await standings()).toEqual(['.claude/rules/all.md allowed'])
  expect(nested()).toBe(1)
  expect(await standings()).toEqual(['.claude/rules/all.md allowed', '.claude/rules/ts.md allowed'])
  await say('.claude/rules/ts.md', false)
  await say('.claude/rules/all.md', false)
  expect([nested(), shownNames()]).toEqual([0, []])
  const inner = join(work, 'inner')
  expect(readNested(inner, [join(inner, 'b.ts')], options())).toHaveLength(1)
  expect(instructions.viewsIn(inner).map(({ name }) => name)).toContain('../.claude/rules/ts.md')
})

test('a folder with endless files does not push out what a person has said', async () => {
  const hooks = { folder: base.path, kind: 'hooks', name: 'h' } as const
  trust.allow(hooks, { hash: 'x', text: 'x' })
  for (let n = 0; n < 2_100; n += 1) {
    const text = Buffer.from(`${n}`)
    expect(
      instructions.mayShow(work, { name: 'AGENTS.md', path: `${n}/AGENTS.md`, text, isCut: false }),
    ).toBe(true)
  }
  expect(trust.trustOf(hooks, 'x')).toBe('allowed')
})

test.skipIf(process.platform === 'win32')(
  'while it is unknown what a person has refused, no file of a folder is told',
  async () => {
    write('work/AGENTS.md', 'Use tabs.')
    shownNames()
    await say('AGENTS.md', false)
    begin()
    {
      using _ = unreadable(join(base.path, 'home/data/trust.json'))
      expect(shownNames()).toEqual([])
    }
    expect(shownNames()).toEqual([])
    await say('AGENTS.md', true)
    expect(shownNames()).toEqual(['AGENTS.md: Use tabs.'])
  },
)
