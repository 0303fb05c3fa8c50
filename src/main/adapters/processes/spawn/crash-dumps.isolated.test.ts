import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOpenElsewhere } from '../../open-elsewhere/open-elsewhere.ts'
import { Followed, PLAIN_SHELL, terminalsOf } from '../../terminals/terminal.fixture.ts'
import { requestOf, supervisorOn, temporaryFolder } from '../supervisor-fixture.ts'
import type { Supervisor } from '../supervisor.ts'
import { keepMemoryOutOfDumps } from './crash-dumps.ts'

const FILTER = '/proc/self/coredump_filter'
const isLinux = process.platform === 'linux'
const data = temporaryFolder()
const filter = isLinux ? readFileSync(FILTER, 'utf8') : ''
let supervisor: Supervisor
beforeAll(() => {
  keepMemoryOutOfDumps()
  supervisor = supervisorOn(data.path, { environment: PLAIN_SHELL })
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

test.runIf(isLinux)('our own core files hold no memory, those of a command do', async () => {
  expect(Number.parseInt(readFileSync(FILTER, 'utf8'), 16)).toBe(0)
  const outcome = await supervisor.run(requestOf(`cat ${FILTER}`))
  expect(outcome).toMatchObject({ printed: { text: filter } })
})

test.runIf(isLinux)('those of programs in a terminal of a person’s do', async () => {
  const port = terminalsOf(supervisor)
  const followed = await Followed.open(port)
  await followed.run(`echo "it is $(cat ${FILTER})."`, 'it is 0')
  expect(followed.printed).toContain(`it is ${filter.trim()}.`)
  await followed.terminal.end()
  port.close()
})

test.runIf(isLinux)('those of an editor that was opened do', async () => {
  using root = temporaryFolder()
  const program = join(root.path, 'editor')
  writeFileSync(program, `#!/bin/sh\ncat ${FILTER} > "$1.seen"\n`)
  chmodSync(program, 0o755)
  writeFileSync(join(root.path, 'a'), '')
  const opener = createOpenElsewhere({
    environment: process.env,
    loginPath: Promise.resolve(null),
    home: root.path,
    dataFolder: data.path,
    platform: 'linux',
    editorCommand: () => `${program} {file}`,
  })
  await opener.openFile({ folder: root.path, path: 'a', line: null, isNamed: false })
  expect(readFileSync(join(root.path, 'a.seen'), 'utf8')).toBe(filter)
})
