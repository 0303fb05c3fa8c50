import { once } from 'node:events'
import { expect, test } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { bareOrder, HOST } from '../processes/host.fixture.ts'
import { killHost } from '../processes/killed-host.fixture.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import { UNRULY } from './mcp-rig.fixture.ts'

/** A host connected to a server that has started another process. */
const SERVING = `${HOST}
  const served = await supervisor.serve({
    conversationId: 'conversation', workId: 'server', command, folder, sandboxPolicy: null,
    label: 'MCP server u', environment: {}, signal: new AbortController().signal,
  })
  served.process.output.once('data', () => process.stdout.write('ready')).resume()
  const params = { protocolVersion: '2025-06-18' }
  served.process.input.write(JSON.stringify({ id: 1, method: 'initialize', params }) + '\\n')
`

test.skipIf(!hasProc).each(byTier([false], [false, true]))(
  'a killed host leaves nothing of its servers (its guardian killed first: %s)',
  async (withGuardian) => {
    using data = temporaryFolder()
    const seconds = uniqueSleep()
    const command = `exec ${process.execPath} ${UNRULY} child-escapes ${seconds}`
    try {
      await killHost({
        code: SERVING,
        order: bareOrder(data.path, command),
        isUp: (printed) => once(printed, 'data'),
        withGuardian,
      })
      if (withGuardian) {
        expect(aliveWith(seconds)).not.toEqual([])
        const next = supervisorOn(data.path)
        expect(await next.sweepLeftovers()).toBeGreaterThan(0)
        await next.close()
      }
      await until(() => aliveWith(seconds).length === 0)
    } finally {
      endAllWith(seconds)
    }
  },
)
