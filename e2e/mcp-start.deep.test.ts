import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { freshFolder, Host } from './support/host.ts'

test('a start reads no MCP servers: their file is read when they are needed', async () => {
  const dataFolder = freshFolder('data')
  const file = join(dataFolder, 'mcp-servers.json')
  // A file that cannot be used is moved aside by whoever reads it.
  writeFileSync(file, 'not JSON')
  const host = await Host.start({ dataFolder })
  try {
    const client = await BenchClient.connect(host.address)
    await client.request('app.open', {})
    expect(existsSync(file)).toBe(true)
    await client.request('mcp.list', { conversationId: null })
    expect(existsSync(file)).toBe(false)
    client.close()
  } finally {
    await host.stop()
  }
})
