import { realpath } from 'node:fs/promises'
import type { CommandHost } from '../../../cli/terminal.ts'
import { programOf } from '../../../shared/mcp-server.ts'
import { readFolderFile } from '../../adapters/mcp/folder-file.ts'
import { expanded } from '../../adapters/mcp/read-config.ts'
import { FolderTrust } from '../../adapters/trust/folder-trust.ts'
import { typedPath } from './typed-path.ts'

/** Lists the servers in a folder's file, for `phoenix doctor`. Starts none and writes nothing. */
export async function folderServers(
  named: string,
  dataFolder: string,
  environment: NodeJS.ProcessEnv,
): ReturnType<CommandHost['folderServers']> {
  const folder = await realpath(typedPath(named)).catch(() => typedPath(named))
  const read = await readFolderFile(folder)
  if (!read.ok) return { folder, servers: [], problems: [read.error] }
  const trust = new FolderTrust(dataFolder)
  const servers = read.value.servers.map(({ hash, name, server }) => {
    const filled = expanded(server, environment)
    return {
      name,
      trust: trust.trustOf({ folder, kind: 'server', name }, hash),
      type: server.type,
      program: programOf(server),
      problem: filled.ok ? null : filled.error,
    }
  })
  return { folder, servers, problems: read.value.problems }
}
