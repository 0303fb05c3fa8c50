import type { ConversationId } from '../../../shared/ids.ts'
import type { FileId } from '../../../shared/messages/attachment.ts'
import { failed, ok } from '../../../shared/result.ts'
import { agent, call, place, result, text, user } from '../../core/testing/test-messages.ts'
import { World } from './world.ts'
import type { FileContent, ReadSession } from '../ports/import-port.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

export const NEW = 'imported' as ConversationId
export const SESSION: ReadSession = {
  title: 'Mend the door\nplease',
  folder: '/work/door',
  messages: place([
    user('Mend the door'),
    agent(call('p')),
    result(1, 0, 'out'),
    agent(text('It hangs')),
  ]),
  images: new Map(),
  skipped: [{ what: 'notes of pi', count: 2 }],
}

export function worldWith(session: ReadSession): World {
  const world = new World()
  world.imports.readFound = (id) => Promise.resolve(id === 's' ? ok(session) : failed('Not known.'))
  return world
}

export function importIt(world: World, sessionId = 's') {
  return world.request('import.session', { conversationId: NEW, sessionId })
}

export async function differencesIn(world: World): Promise<unknown> {
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  return (await verifyHistory(world.store.log, null, pacing)).differences
}

/** Uploads a file and opens it to be read. */
export async function openFile(world: World, id = 'f') {
  const fileId = id as FileId
  await world.request('import.begin', { fileId, bytes: 1 })
  await world.request('import.append', { fileId, data: 'YQ==' })
  return world.request('import.open', { fileId })
}

/** What the world's files contain; `sessions`: those of its exports, by their beginnings. */
export function holding(
  world: World,
  content: FileContent,
  sessions: readonly ReadSession[] = [],
): World {
  const file = { path: '/held', append: () => Promise.resolve(ok(null)), remove: () => {} }
  world.imports.hold = () => Promise.resolve(ok(file))
  world.imports.look = () => Promise.resolve(ok(content))
  world.imports.readExport = (_path, { from }) => {
    const session = sessions[from]
    return Promise.resolve(session === undefined ? failed('None.') : ok(session))
  }
  return world
}

/** A world with a file of several conversations. */
export function holdingAll(world: World, ...sessions: readonly ReadSession[]): World {
  const exports = sessions.map(({ folder, title }, from) => {
    return { from, to: from + 1, title, folder, at: 1, mark: `${from}`.repeat(64) }
  })
  return holding(world, { type: 'exports', exports }, sessions)
}

export const LONG = place(
  Array.from({ length: 150 }, (_, n) => [user(`Q ${n}`), agent(text(`A ${n}`))]).flat(),
)
