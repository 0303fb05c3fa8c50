import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import {
  CommentChange,
  MAX_REVIEW_COMMENTS,
  markOfComment,
  type ReviewComment,
} from '../../../shared/conversation/review.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function commentOf(id: string, text = `Text of ${id}`): ReviewComment {
  return { id, path: 'a.ts', side: 'now', line: 3, quoted: 'x', text }
}

const answered = (...comments: readonly ReviewComment[]) => ({ ok: true, value: { comments } })

const save = (
  world: World,
  id: string,
  comment: ReviewComment | null,
  ...known: readonly string[]
) => {
  const marks = known.map((text) => markOfComment({ text }))
  const changes = [{ id, known: marks, comment }]
  return world.request('review.saveComments', { conversationId: ID, changes })
}

test('a comment is added, changed and removed among those of other windows, and the answer has all of them', async () => {
  const world = new World()
  const [one, two] = [commentOf('one'), commentOf('two')]
  world.store.saveReviewComments(ID, [one])
  expect(await save(world, 'two', two)).toEqual(answered(one, two))
  const changed = commentOf('one', 'Why?')
  expect(await save(world, 'one', changed, one.text)).toEqual(answered(changed, two))
  expect(await save(world, 'one', null, 'Why?')).toEqual(answered(two))
  expect(world.store.reviewComments(ID)).toEqual([two])
})

test('a comment with a text that the window does not know is neither replaced nor removed', async () => {
  const world = new World()
  const stored = commentOf('one', 'Typed elsewhere')
  world.store.saveReviewComments(ID, [stored])
  expect(await save(world, 'one', commentOf('one', 'Mine'), 'Typed before')).toEqual(
    answered(stored),
  )
  expect(await save(world, 'one', null, 'Typed before')).toEqual(answered(stored))
})

test('no two comments have the same id: of two changes of one comment, the last counts', async () => {
  const world = new World()
  world.store.saveReviewComments(ID, [commentOf('one')])
  const changes = ['First', 'Last'].map((text) => ({
    id: 'two',
    known: [],
    comment: commentOf('two', text),
  }))
  expect(await world.request('review.saveComments', { conversationId: ID, changes })).toEqual(
    answered(commentOf('one'), commentOf('two', 'Last')),
  )
  expect(CommentChange.safeParse(changes[0]).success).toBe(true)
  expect(CommentChange.safeParse({ ...changes[0], id: 'three' }).success).toBe(false)
})

test('two windows together write no more comments than are kept, and lose none of the stored ones', async () => {
  const world = new World()
  const full = Array.from({ length: MAX_REVIEW_COMMENTS }, (_, n) => commentOf(`${n}`))
  world.store.saveReviewComments(ID, full)
  expect(await save(world, 'more', commentOf('more'))).toMatchObject({
    ok: false,
    error: { code: 'invalidInput' },
  })
  expect(world.store.reviewComments(ID)).toEqual(full)
})
