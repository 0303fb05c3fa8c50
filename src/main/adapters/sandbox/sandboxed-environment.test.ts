import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Supervisor } from '../processes/supervisor.ts'
import { supervisorOn, until } from '../processes/supervisor-fixture.ts'
import { isInside } from '../system/folders.ts'
import { Ground, hasSandbox, printedBy, runIn } from './sandbox.fixture.ts'

/** Variables that lead a program to others that run outside. */
const SOCKET_VARIABLES = [
  'SSH_AUTH_SOCK',
  'DBUS_SESSION_BUS_ADDRESS',
  'DISPLAY',
  'DOCKER_HOST',
  'KUBECONFIG',
]
const CACHES = ['XDG_CACHE_HOME', 'npm_config_cache', 'PIP_CACHE_DIR', 'CARGO_HOME']

describe.runIf(hasSandbox && process.platform === 'linux')('in the sandbox a command has', () => {
  const ground = new Ground()
  let supervisor: Supervisor
  beforeAll(async () => {
    const found = await ground.find()
    if (found.type !== 'found') throw new Error(found.reason)
    const variables = Object.fromEntries(SOCKET_VARIABLES.map((name) => [name, '/run/door']))
    supervisor = supervisorOn(ground.dataFolder, {
      environment: { ...process.env, ...variables },
      sandbox: found.sandbox,
    })
  })
  afterAll(async () => {
    await supervisor.close()
    ground[Symbol.dispose]()
  })

  async function linesOf(command: string): Promise<readonly string[]> {
    return printedBy(await runIn(supervisor, ground, command))
      .trimEnd()
      .split('\n')
  }

  test('caches of its own, which it can write', async () => {
    const uses = CACHES.map((name) => `mkdir -p "$${name}"; touch "$${name}/x"; echo "$${name}"`)
    const caches = await linesOf(uses.join('\n'))
    expect(caches).toHaveLength(CACHES.length)
    for (const cache of caches) expect([cache, isInside(cache, ground.root)]).toEqual([cache, true])
  })

  test('no information about what listens outside', async () => {
    const names = (await linesOf('env')).map((line) => line.replace(/=.*/, ''))
    expect(names).toContain('PHOENIX_RUN')
    expect(names.filter((name) => SOCKET_VARIABLES.includes(name))).toEqual([])
  })

  test('processes, queues and names of its own', async () => {
    const spaces = ['pid', 'ipc', 'uts'].map((name) => `/proc/self/ns/${name}`)
    const inside = await linesOf(`readlink ${spaces.join(' ')}`)
    expect(inside).toHaveLength(spaces.length)
    for (const outside of spaces.map((space) => readlinkSync(space)))
      expect(inside).not.toContain(outside)
  })

  test('a temp folder that its conversation finds again, and the next start does not', async () => {
    const own = join(ground.root, 'cache')
    const kept = (): readonly string[] =>
      readdirSync(own, { encoding: 'utf8', recursive: true }).filter((name) =>
        name.endsWith('/kept'),
      )
    await linesOf('echo mine > /tmp/kept')
    expect(await linesOf('cat /tmp/kept')).toEqual(['mine'])
    expect(kept()).toHaveLength(1)
    await ground.find()
    await until(() => kept().length === 0)
  })
})
