import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { openLocalSocket } from '../shared/local-socket.ts'
import type { Program } from '../shared/program.ts'
import { openApiSocket } from './api-socket.ts'

export interface ClientSockets {
  close(): Promise<void>
}

/**
 * Opens the host to clients other than its windows: commands of this account, and the user's tools if `listenAt` names a
 * socket. The error is a sentence for people; then nothing is open.
 */
export async function openClientSockets(
  program: Pick<Program, 'attach' | 'tokens'>,
  dataFolder: string,
  listenAt: string | null,
): Promise<Result<ClientSockets, string>> {
  const accept = (connection: Connection<HostFrame, ClientFrame>): void =>
    program.attach(connection)
  const { tokens } = program
  const api = listenAt === null ? ok(null) : await openApiSocket({ path: listenAt, tokens, accept })
  if (!api.ok) return api
  const localSocket = await openLocalSocket(dataFolder, accept)
  return ok({
    close: async () => {
      await Promise.all([localSocket?.close(), api.value?.close()])
    },
  })
}
