import type { RawData } from 'ws'
import type { HostFrame } from '../../../shared/protocol/frames.ts'
import { openSocket, type ClientConnection, type TestHost } from '../browser/host.fixture.ts'

export const textOf = (data: RawData): string =>
  Buffer.isBuffer(data) ? data.toString('utf8') : ''

export const response = (id: number, value: unknown): HostFrame => ({
  type: 'response',
  id,
  result: { ok: true, value },
})

export async function openConnection(testHost: TestHost): Promise<{
  connection: ClientConnection
  socket: Awaited<ReturnType<typeof openSocket>>['socket']
}> {
  const { socket } = await openSocket(testHost, await testHost.newToken())
  const connection = testHost.connections.at(-1)
  if (connection === undefined) throw new Error('nobody was let in')
  return { connection, socket }
}
