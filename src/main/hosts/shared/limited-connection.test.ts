import { expect, test } from 'vitest'
import { type Need, Scope } from '../../../shared/access/access.ts'
import { type CommandName, commands } from '../../../shared/protocol/commands.ts'
import type { ClientFrame, HostFrame } from '../../../shared/protocol/frames.ts'
import { limitedConnection } from './limited-connection.ts'

const conversationId = '0f5a0c7e-6f0e-4a63-9f0e-2f3f6a1b7c55'

/** The frames that a host receives from a client with these scopes, and the answers to the client. */
function servedWith(scopes: readonly Scope[], frames: readonly ClientFrame[]) {
  const passed: ClientFrame[] = []
  const answers: HostFrame[] = []
  const listeners = new Set<(frame: ClientFrame) => void>()
  const revoked = new Set<() => void>()
  let isClosed = false
  const connection = limitedConnection(
    {
      send: (frame) => void answers.push(frame),
      onFrame: (listener) => void listeners.add(listener),
      onClose: () => undefined,
      close: () => void (isClosed = true),
    },
    {
      scopes,
      onRevoked: (listener) => void revoked.add(listener),
      release: () => undefined,
    },
  )
  connection.onFrame((frame) => void passed.push(frame))
  for (const frame of frames) for (const say of listeners) say(frame)
  return {
    passed,
    answers,
    isClosed: () => isClosed,
    revoke: () => revoked.forEach((revoke) => revoke()),
  }
}

const request = (command: string, input: unknown = {}): ClientFrame => ({
  type: 'request',
  id: 7,
  command,
  input,
})

test('each command declares its scope', () => {
  const needs: readonly Need[] = [...Scope.options, 'owner']
  const without = Object.entries(commands).flatMap(([name, { needs: of }]) =>
    typeof of === 'string'
      ? needs.includes(of)
        ? []
        : [name]
      : of.usual === 'write'
        ? []
        : [name],
  )
  expect(without).toEqual([])
})

test('each command is allowed with its scope, and with no other', () => {
  for (const name of Object.keys(commands) as CommandName[]) {
    const { needs } = commands[name]
    const need: Need = typeof needs === 'string' ? needs : needs.usual
    for (const scope of Scope.options) {
      const { answers, passed } = servedWith([scope], [request(name, null)])
      expect([name, scope, passed.length]).toEqual([name, scope, scope === need ? 1 : 0])
      expect(answers.length).toBe(scope === need ? 0 : 1)
    }
  }
})

test('owner-only commands pass with no scope at all: tokens, keys, settings, servers, recovery', () => {
  const owned = Object.entries(commands).flatMap(([name, { needs }]) =>
    needs === 'owner' ? [name] : [],
  )
  const must = [
    'token.create',
    'token.list',
    'token.revoke',
    'settings.save',
    'keys.keep',
    'mcp.save',
    'mcp.allow',
    'endpoint.save',
    'diagnostics.read',
    'import.find',
    'recovery.startEmpty',
    'terminal.open',
    'terminal.attach',
    'terminal.write',
    'terminal.lastCommand',
  ]
  expect(owned).toEqual(expect.arrayContaining(must))
  expect(
    servedWith(
      Scope.options,
      owned.map((name) => request(name)),
    ).passed,
  ).toEqual([])
})

test.each([
  ['conversation.create', { folder: '/f' }, 'write'],
  ['conversation.create', { folder: '/f', permissionMode: 'readOnly' }, 'write'],
  ['conversation.create', { folder: '/f', permissionMode: 'ask' }, 'approve'],
  ['conversation.create', { folder: '/f', permissionMode: 'auto' }, 'approve'],
  ['conversation.configure', { model: 'm', network: false }, 'write'],
  ['conversation.configure', { network: true }, 'approve'],
  ['conversation.configure', { webSearch: true }, 'approve'],
  ['conversation.configure', { budget: null }, 'approve'],
  ['worktree.create', { folder: '/f', branch: 'b', setupCommand: '' }, 'write'],
  ['worktree.create', { folder: '/f', branch: 'b', setupCommand: 'rm -r x' }, 'approve'],
] as const)('%s %j needs %s', (name, input, need) => {
  const frame = request(name, { conversationId, ...input })
  expect(servedWith([need], [frame]).passed).toEqual([frame])
  expect(
    servedWith(
      Scope.options.filter((scope) => scope !== need),
      [frame],
    ).passed,
  ).toEqual([])
})

test('a refused frame is answered once, by its id, with the scope that it needs', () => {
  const { answers } = servedWith(['read'], [request('message.send')])
  expect(answers).toEqual([
    {
      type: 'response',
      id: 7,
      result: {
        ok: false,
        error: { code: 'notAllowed', message: expect.stringContaining('write') },
      },
    },
  ])
})

test('Stop needs the same scope as starting work', () => {
  const cancel: ClientFrame = { type: 'cancel', id: 1, conversationId: conversationId as never }
  expect(servedWith(['read', 'approve'], [cancel]).passed).toEqual([])
  expect(servedWith(['write'], [cancel]).passed).toEqual([cancel])
})

test.each(['toString', '__proto__', 'constructor', 'no.command'])(
  '%s is not a command: the handler behind the connection says so',
  (name) => {
    expect(servedWith(['read'], [request(name)]).passed).toHaveLength(1)
  },
)

test('a revoked token closes its connection', () => {
  const served = servedWith(['read'], [])
  expect(served.isClosed()).toBe(false)
  served.revoke()
  expect(served.isClosed()).toBe(true)
})
