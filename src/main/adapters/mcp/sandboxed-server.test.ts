import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { McpServer } from '../../../shared/mcp-server.ts'
import { aliveWith, supervisorOn, uniqueSleep, until } from '../processes/supervisor-fixture.ts'
import { Ground } from '../sandbox/sandbox.fixture.ts'
import { Connection } from './connection.ts'
import { textOf } from './mcp-rig.fixture.ts'
import { toolResultOf } from './call-result.ts'

/** Written in bash, since a sandbox may hide this project's folder: it writes to the path it is given. */
const SERVER = String.raw`
while read -r line; do
  [[ $line =~ \"id\":([0-9]+) ]] || continue
  id=${'${BASH_REMATCH[1]}'}
  case $line in
    *initialize*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"b","version":"1"}}' ;;
    *tools/list*) result='{"tools":[{"name":"write","inputSchema":{"type":"object"}}]}' ;;
    *)
      [[ $line =~ \"path\":\"([^\"]+)\" ]]
      if echo hi 2>/dev/null >"${'${BASH_REMATCH[1]}'}"; then said=written; else said=refused; fi
      result='{"content":[{"type":"text","text":"'$said'"}]}' ;;
  esac
  echo '{"jsonrpc":"2.0","id":'$id',"result":'$result'}'
done`

test('a sandboxed server writes into the folder and not into the home, and ends with its sandbox', async () => {
  using ground = new Ground()
  const found = await ground.find()
  if (found.type === 'missing') return
  const supervisor = supervisorOn(ground.dataFolder, { sandbox: found.sandbox })
  const mark = uniqueSleep()
  const args = ['-c', `: ${mark}${SERVER}`]
  const server = McpServer.parse({ command: 'bash', args, sandbox: true })
  const conversationId = ConversationId.parse('conversation')
  const connection = new Connection(
    { name: 'files', server, hash: '', origin: 'person', folder: ground.folder, conversationId },
    { supervisor, nextId: randomUUID, clean: (text) => text, onChanged: () => undefined },
  )
  const signal = new AbortController().signal
  const write = async (path: string): Promise<string> => {
    const run = { limitMs: 10_000, signal, onProgress: () => undefined }
    const end = await connection.call('write', { path }, run)
    if (end.type !== 'answered') return end.type
    return textOf(await toolResultOf(end.result, {} as never, signal))
  }
  const tested = await connection.test(signal)
  expect(tested).toMatchObject({ ok: true })
  expect(await write(join(ground.folder, 'inside.txt'))).toBe('written')
  expect(existsSync(join(ground.folder, 'inside.txt'))).toBe(true)
  expect(await write(join(ground.home, 'outside.txt'))).toBe('refused')
  expect(existsSync(join(ground.home, 'outside.txt'))).toBe(false)
  expect(aliveWith(mark)).not.toEqual([])
  await connection.close()
  await until(() => aliveWith(mark).length === 0)
  await supervisor.close()
})
