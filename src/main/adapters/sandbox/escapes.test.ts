import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { CASES, escapeGround, type EscapeGround } from './escape-ground.fixture.ts'
import { connectsTo, type Escape, NETWORK } from './escapes.fixture.ts'
import { SECRET } from './outside.fixture.ts'
import {
  Ground,
  hasSandbox,
  OPEN,
  printedBy,
  runIn,
  sandboxedSupervisor,
} from './sandbox.fixture.ts'

const CUT_OFF: SandboxPolicy = { folder: 'writable', network: false }
const READ_ONLY: SandboxPolicy = { folder: 'readOnly', network: true }

async function inPlace(then: (place: EscapeGround) => Promise<void>): Promise<void> {
  const place = await escapeGround({ isSandboxed: true })
  try {
    await then(place)
  } finally {
    await place.leave()
  }
}

/** Relative to the home. */
const data = '.local/share/phoenix/settings.json'

describe.runIf(hasSandbox)('nothing gets out of the sandbox', () => {
  let place: EscapeGround
  beforeAll(async () => {
    place = await escapeGround({ isSandboxed: true })
  })
  afterAll(() => place.leave())

  async function expectNoEscape(escape: Escape, sandboxPolicy: SandboxPolicy): Promise<void> {
    const { outside, run } = place
    outside.prepareFolder()
    const printed = await run(escape.script(outside), { sandboxPolicy })
    expect(escape.isOut(outside, printed), printed).toBe(false)
  }

  test.for(CASES)('%s: %s', ([, , escape]) => expectNoEscape(escape, OPEN))

  const CHANGES = CASES.filter(([kind]) => kind === 'writing' || kind === 'git')
  test.for(oneOfEvery(3, CHANGES))('in a read-only conversation, %s: %s', ([, , escape]) =>
    expectNoEscape(escape, READ_ONLY),
  )

  test.for(NETWORK.map((each) => [each.name, each] as const))(
    'with the network off: %s',
    ([, escape]) => expectNoEscape(escape, CUT_OFF),
  )

  test('if the folder is the home, its secrets and the data folder stay hidden, whatever is moved', () =>
    inPlace(async ({ ground, outside, run }) => {
      const options = { folder: ground.home }
      const printed = await run(
        `cat ${data} .ssh/id_rsa .netrc .config/gh/hosts.yml; mv .local other; mv .config other; mv .ssh other; echo x > ${data}; echo fine > mark`,
        options,
      )
      expect(printed).not.toContain(SECRET)
      expect(outside.read('mark')).toBe('fine\n')
      expect(outside.read(data)).toBe(SECRET)
      expect(await run('grep -r "" . ', options)).not.toContain(SECRET)
      expect(await run(connectsTo(outside.socket), options)).not.toContain('escaped')
    }))

  test("if the folder contains Phoenix's caches, they cannot be replaced by links to secrets", () =>
    inPlace(async ({ ground, run }) => {
      const options = { folder: ground.root }
      await run(
        'own="$(dirname "$(dirname "$XDG_CACHE_HOME")")"; mv cache other; mkdir -p "$own/folders" "$own/empty"; touch "$own/empty-file"; ln -s ../../../../home/.ssh "$XDG_CACHE_HOME"',
        options,
      )
      expect(await run('cat "$XDG_CACHE_HOME/id_rsa"', options)).not.toContain(SECRET)
      expect(readdirSync(ground.root).toSorted()).toEqual(['cache', 'home'])
    }))

  test('in a read-only conversation in the home, the folders around its secrets are read-only too', () =>
    inPlace(async ({ ground, outside, run }) => {
      const places = ['mark', '.config/mark', '.config/gh/mark', '.local/mark', '.local/share/mark']
      const command = places.map((path) => `echo x > ${path}`).join('; ')
      await run(`${command}; mv .config other`, { folder: ground.home, sandboxPolicy: READ_ONLY })
      expect(places.filter((path) => outside.read(path) !== null)).toEqual([])
      expect(existsSync(join(ground.home, 'other'))).toBe(false)
    }))

  test('if the folder is the whole disk, they do too', () =>
    inPlace(async ({ ground, outside, run }) => {
      const printed = await run(
        `cat ${outside.quoted('.ssh/id_rsa')} ${outside.quoted(data)}; cat /proc/${outside.pid}/status; mv ${outside.quoted('.')} ${outside.quoted('../other')}; ls /tmp; echo x > ${outside.quoted('mark')}`,
        { folder: '/' },
      )
      expect(printed).not.toContain(SECRET)
      expect(printed).not.toContain('sleep')
      expect(existsSync(ground.home)).toBe(true)
      expect(outside.read('mark')).toBe('x\n')
    }))

  test('the caches of a read-only conversation cannot be replaced by a link to secrets or to its folder', () =>
    inPlace(async ({ outside, run }) => {
      const options = { sandboxPolicy: READ_ONLY }
      const plant = 'rm -rf /tmp/.cache; ln -s ../../../../../home'
      await run(`${plant}/.ssh /tmp/.cache`, options)
      expect(await run('cat "$XDG_CACHE_HOME/id_rsa"', options)).not.toContain(SECRET)
      await run(`${plant}/work/project /tmp/.cache`, options)
      await run('echo x > "$XDG_CACHE_HOME/mine"', options)
      expect(outside.read('work/project/mine')).toBe(null)
    }))

  test('a project in the temp folder of the system is found again, whatever a command puts on the way to it', async () => {
    using temp = temporaryFolder()
    using ground = new Ground(temp.path)
    const target = join(temp.path, 'target')
    mkdirSync(target)
    const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
    await runIn(
      supervisor,
      ground,
      `mv ${temp.path} ${temp.path}-moved; ln -s /oldroot${target} ${temp.path}`,
    )
    expect(printedBy(await runIn(supervisor, ground, 'pwd'))).toBe(`${ground.folder}\n`)
    expect(readdirSync(target)).toEqual([])
    await supervisor.close()
  })

  // For root there is none, except on a read-only disk.
  test.runIf(process.geteuid?.() !== 0)(
    'a folder in which this account cannot create a repository still runs commands',
    () =>
      inPlace(async ({ run }) => {
        expect(await run('pwd', { folder: '/usr' })).toBe('/usr\n')
      }),
  )

  test('a folder within a hidden one is visible, its neighbours are not', () =>
    inPlace(async ({ ground, run }) => {
      const folder = join(ground.home, '.config', 'gh', 'mine')
      mkdirSync(folder)
      expect(await run('cat ../hosts.yml; echo y > file; ls', { folder })).toMatch(/file\n$/)
      expect(await run('cat ../hosts.yml', { folder })).not.toContain(SECRET)
      expect(readdirSync(folder)).toEqual(['file'])
    }))

  test("another conversation's temp folder and the caches of another folder are hidden", () =>
    inPlace(async ({ ground, run }) => {
      const other = ConversationId.parse('other')
      await run('echo mine > /tmp/note; echo mine > "$XDG_CACHE_HOME/note"')
      expect(await run('cat /tmp/note "$XDG_CACHE_HOME/note"')).toBe('mine\nmine\n')
      expect(await run('cat /tmp/note', { conversationId: other })).not.toContain('mine')
      const caches = shellQuote(join(ground.root, 'cache'))
      const elsewhere = { folder: dirname(ground.write('else/where', '')) }
      const found = await run(`find ${caches} -name note; echo x > ${caches}/phoenix/y`, elsewhere)
      expect(found).not.toContain('/note')
      const reading = { sandboxPolicy: READ_ONLY }
      expect(await run('cat "$XDG_CACHE_HOME/note"', reading)).not.toContain('mine')
    }))

  test('a folder without a repository gets none that git would run, and stays unchanged', () =>
    inPlace(async ({ ground, run }) => {
      rmSync(join(ground.folder, '.git'), { recursive: true })
      const before = readdirSync(ground.folder)
      await run(
        'git init -q .; mkdir .git; echo x > .git/config; mv .git git; rmdir .git; git init -q .',
      )
      expect(readdirSync(ground.folder)).toEqual(before)
    }))

  test('a .git that is a link fails no call; where its parts are links it is read-only', () =>
    inPlace(async ({ ground, outside, run }) => {
      const git = join(ground.folder, '.git')
      rmSync(join(git, 'hooks'), { recursive: true })
      symlinkSync(outside.mark, join(git, 'hooks'))
      expect(await run('rm .git/hooks; echo x > .git/HEAD')).toContain('Read-only file system')
      rmSync(git, { recursive: true })
      symlinkSync(join(ground.home, 'mark'), git)
      expect(await run('echo ran')).toMatch(/notStarted.*cannot protect/)
    }))

  test('a read-only conversation changes nothing in its folder', () =>
    inPlace(async ({ ground, run }) => {
      const before = readdirSync(ground.folder)
      const options = { sandboxPolicy: READ_ONLY }
      expect(await run('echo x > new; rm -rf way-home .git; ls -A', options)).toContain('Read-only')
      expect(readdirSync(ground.folder)).toEqual(before)
    }))
})
