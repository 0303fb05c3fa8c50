import { readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readFolderFile } from '../../adapters/mcp/folder-file.ts'
import { temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import { FolderTrust } from '../../adapters/trust/folder-trust.ts'
import { folderServers } from './folder-servers.ts'

test('doctor reads what a person has said of a folder’s servers, and writes nothing', async () => {
  using folder = temporaryFolder()
  using data = temporaryFolder()
  const look = () => folderServers(relative(process.cwd(), folder.path), data.path, {})
  expect(await look()).toEqual({ folder: folder.path, servers: [], problems: [] })
  const write = (mcpServers: unknown): void =>
    writeFileSync(join(folder.path, '.mcp.json'), JSON.stringify({ mcpServers }))
  const files = { command: 'npx', args: ['files'] }
  write({ files, token: { command: 'x', env: { T: '${NOBODY_SETS_THIS}' } }, odd: 7 })
  const first = await look()
  expect(first.servers.map(({ name, trust }) => `${name} ${trust}`)).toEqual([
    'files notAllowed',
    'token notAllowed',
  ])
  expect(first.servers[0]).toMatchObject({ program: 'npx', problem: null })
  expect(first.servers[1]?.problem).toContain('NOBODY_SETS_THIS')
  expect(first.problems).toHaveLength(1)
  expect(readdirSync(data.path)).toEqual([])
  const read = await readFolderFile(folder.path)
  const hash = read.ok ? (read.value.servers[0]?.hash ?? '') : ''
  const what = { folder: folder.path, kind: 'server', name: 'files' } as const
  new FolderTrust(data.path).allow(what, { hash, text: '' })
  expect((await look()).servers[0]?.trust).toBe('allowed')
  write({ files: { ...files, args: ['other'] } })
  expect((await look()).servers[0]?.trust).toBe('changed')
})
