import type { EditsTarget } from '../../../shared/conversation/edits.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import { BlobHash, ConversationId, MessageId, TurnId } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { World } from './world.ts'

const ID = ConversationId.parse('c1')

const form = (letter: string): FileChange['before'] =>
  letter === '-' ? null : { blob: BlobHash.parse(letter.repeat(64)), mode: 0o644 }

/** What a file holds, as one letter; `-` is no file. */
export function wrote(shown: string, before: string, after: string): FileChange {
  return { path: `/work/${shown}`, shown, before: form(before), after: form(after) }
}

export function holds(world: World, shown: string): string {
  return world.disk.holds.get(`/work/${shown}`)?.slice(0, 1) ?? '-'
}

/** The call that runs ends, having written these. */
export async function finish(world: World, ...files: readonly FileChange[]): Promise<void> {
  for (const { after, path } of files) {
    if (after === null) world.disk.holds.delete(path)
    else world.disk.holds.set(path, after.blob)
  }
  world.tools.last.finish('done', 'ok', files)
  await world.time.settle()
}

export async function atWork(...commands: readonly string[]): Promise<World> {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash(...commands)
  await world.time.settle()
  return world
}

/** Two calls have written a.ts one after the other, and b.ts; the turn is over. */
export async function edited(): Promise<World> {
  const world = await atWork('one', 'two')
  await finish(world, wrote('a.ts', '0', '1'), wrote('b.ts', '-', '1'))
  await finish(world, wrote('a.ts', '1', '2'))
  world.model.last.replyText('Done')
  await world.time.settle()
  return world
}

export function thisTurn({ contents }: World): EditsTarget {
  const reply = contents.findLast((content) => content.type === 'agent')
  return { type: 'turn', turnId: reply?.type === 'agent' ? reply.turnId : TurnId.parse('none') }
}

export function message(world: World, type: MessageContent['type'], index = 0): EditsTarget {
  const all = world.store.history(ID).filter(({ content }) => content.type === type)
  return { type: 'message', messageId: all.at(index)?.id ?? MessageId.parse('none') }
}

export function undo(world: World, target: EditsTarget) {
  return world.request('edits.undo', { conversationId: ID, target })
}
