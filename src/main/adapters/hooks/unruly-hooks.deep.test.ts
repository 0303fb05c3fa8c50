import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../processes/supervisor-fixture.ts'
import { createHookRig, one } from './hook-rig.fixture.ts'
import { isAlive } from './unruly-hooks.fixture.ts'

test('processes left behind by a hook end with it', async () => {
  await using bench = createHookRig()
  bench.set(one('PreToolUse', '(setsid sleep 600 & echo $! > pid) ; sleep 600 & exit 0'))
  await bench.allowAll()
  expect((await bench.call('bash')).hooks).toMatchObject([{ outcome: 'ok' }])
  const pid = Number(readFileSync(join(bench.folder, 'pid'), 'utf8'))
  await until(() => !isAlive(pid))
})
