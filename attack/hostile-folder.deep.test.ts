import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App } from '../e2e/app.ts'
import { browserPath, startBrowser } from '../e2e/support/browser.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import { call, change, text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { hostileFolder } from '../e2e/support/hostile-folder.ts'
import { freshFolder } from '../e2e/support/host.ts'
import { inBrowser } from '../e2e/support/launch.ts'
import { Scene } from '../e2e/scene.ts'
import {
  callsIn,
  hasStrace,
  HOW_TO_GET_STRACE,
  type TracedCall,
  traceInto,
} from '../e2e/support/traced-host.ts'

if (!hasStrace) console.warn(HOW_TO_GET_STRACE)

const canRun = hasStrace && browserPath !== null

const READING = [
  call('list_files', {}),
  call('grep', { pattern: 'needle' }),
  call('grep', { pattern: 'needle', path: '--pre=sh' }),
  call('read_file', { path: 'hay.ts' }),
]
const CHANGING = change(edit('hay.ts', 'needle', 'thread'))

/** Opens the folder as a person does: types its path, picks the suggestion, starts. */
async function open(app: App, folder: string): Promise<void> {
  await app.button('New conversation').click()
  await app.folder.fill(folder.slice(0, -1))
  await app.page.getByRole('option', { name: folder }).click()
  await app.button('Start conversation').click()
  await app.message.waitFor()
  await app.expectStatus('Idle')
}

/** Phoenix's own programs: they start soon after it, whatever is opened (src/main/prepare-first-turn.ts). */
const OWN = /"phoenix-guardian"|process-host-entry|\["mkfifo", "-m", "600", "[^"]*\/pipes\//

const programs = (calls: readonly TracedCall[]): readonly string[] =>
  calls.flatMap(({ name, rest }) =>
    name.startsWith('execve') && !OWN.test(rest) ? [rest.split('"')[1] ?? ''] : [],
  )

/** The files in the folder that were opened, by path or through a held folder, without folders that were only listed. */
function readIn(folder: string, calls: readonly TracedCall[]): readonly string[] {
  return calls.flatMap(({ name, rest }) => {
    const isReading = name.startsWith('open') && !rest.includes('O_DIRECTORY')
    const isInside = rest.includes(`"${folder}/`) || /"\/proc\/\d+\/fd\//.test(rest)
    return isReading && isInside ? [rest] : []
  })
}

/**
 * On this machine: the process host passes what it starts to Phoenix, and Node asks the C library's cache of accounts for the
 * login shell if SHELL is not set.
 */
const LOCAL = /sun_path="(?:[^"]*\/process-host\.sock|\/var\/run\/nscd\/socket)"/

const addresses = (calls: readonly TracedCall[]): readonly string[] =>
  calls.flatMap(({ name, rest }) =>
    name === 'connect' && !LOCAL.test(rest)
      ? [/sin_port=htons\((\d+)\)/.exec(rest)?.[1] ?? rest]
      : [],
  )

/** A socket that can reach more than this machine. Others show when they connect. */
const isOutward = ({ name, rest }: TracedCall): boolean =>
  name === 'socket' && !rest.startsWith('AF_UNIX')

describe.skipIf(!canRun)('a hostile folder (needs strace)', () => {
  test('row 30: opening it runs nothing, asks nothing and reads nothing from it; nor do the first tools', async () => {
    const browser = await startBrowser()
    const model = await startFakeModelServer()
    const scene = new Scene(inBrowser(browser), model)
    const root = freshFolder('hostile')
    const trace = join(root, 'trace')
    const path = join(root, 'home/project')
    mkdirSync(path, { recursive: true })
    const folder = hostileFolder(path, join(root, 'caught'))
    writeFileSync(join(path, 'hay.ts'), 'one\nneedle\n')
    expect(folder.baits.length).toBeGreaterThanOrEqual(30)
    model.enqueue(message(READING), message([CHANGING]), message([text('Changed.')]))
    const environment = {
      HOME: join(root, 'home'),
      PHOENIX_PERMISSIONS: 'acceptEdits',
      // The sandbox is tested at startup, before there is any folder: only the host should be visible here.
      PHOENIX_SANDBOX: 'off',
    }
    try {
      const host = await scene.host({ environment, under: traceInto(trace) })
      const app = await scene.window(host)
      const started = callsIn(trace).length
      expect(programs(callsIn(trace))).toHaveLength(1)
      await open(app, path)
      const opened = callsIn(trace).slice(started)
      expect(opened.length).toBeGreaterThan(0)
      expect([programs(opened), addresses(opened)]).toEqual([[], []])
      expect(opened.filter(isOutward)).toEqual([])
      expect(readIn(path, opened)).toEqual([])
      await app.send('Find the needle')
      await app.answers.filter({ hasText: 'Changed.' }).waitFor()
      await app.expectStatus('Idle')
      const all = callsIn(trace)
      for (const program of programs(all).slice(1)) expect(program).toMatch(/ripgrep[^"]*\/rg$/)
      const searches = all.filter(
        ({ name, rest }) => name.startsWith('execve') && rest.includes('"--regexp=needle"'),
      )
      expect(searches.length).toBeGreaterThanOrEqual(2)
      const read = JSON.stringify(model.requests[1]?.body['messages'])
      expect(read).toContain('[1 matching line in 1 file]')
      expect(read).toContain('[no matches in --pre=sh;')
      expect(readIn(path, all).some((each) => each.includes('hay.ts'))).toBe(true)
      const port = new URL(model.url).port
      expect(new Set(addresses(all))).toEqual(new Set([port]))
      expect(readFileSync(join(path, 'hay.ts'), 'utf8')).toBe('one\nthread\n')
      expect(JSON.stringify(model.requests[0]?.body['system'])).not.toMatch(/root:|of the folder/)
      expect(readdirSync(folder.caught)).toEqual([])
      expect(existsSync(join(path, 'ran'))).toBe(false)
      expect(model.complaints).toEqual([])
    } finally {
      await scene.end()
      await model.close()
      await browser.close()
    }
  })
})
