import { describe, expect, test } from 'vitest'
import { Activity, type ConversationSummary } from '../../shared/conversation/conversation.ts'
import { snapshotOf } from '../../client/fakes/samples.ts'
import { newsIn, newsOf, settledIn } from './news.ts'

type Standing = Pick<ConversationSummary, 'activity' | 'asks'>

const rowAs = (standing: Partial<ConversationSummary>, id = 'a'): ConversationSummary =>
  ({ ...snapshotOf().summary, ...standing, id }) as ConversationSummary
const at = (activity: Activity): Standing => ({ activity, asks: null })
const asking = (asks: Standing['asks']): Standing => ({ activity: 'asking', asks })

/** The activities from which this one is news of this kind. */
function from(now: Standing, kind: string): readonly string[] {
  const all = Activity.options.filter((each) => each !== 'asking').map(at)
  return all
    .filter((before) => newsOf(rowAs(before), rowAs(now)) === kind)
    .map(({ activity }) => activity)
}

describe('the news of a row', () => {
  const WORK = ['waiting', 'answering', 'runningTool', 'delegating', 'retrying']

  test('it is done if it worked before and rests now', () => {
    expect(from(at('idle'), 'done')).toEqual(WORK)
    expect(from(at('done'), 'done')).toEqual(WORK)
    expect(newsOf(rowAs(asking('approval')), rowAs(at('idle')))).toBe('done')
    expect(from(at('unfinished'), 'done')).toEqual([])
    for (const activity of WORK) expect(from(at(activity as Activity), 'done')).toEqual([])
  })

  test('a turn that stopped at a limit or the budget asks whether it continues', () => {
    expect(from(at('atLimit'), 'question')).toEqual(WORK)
    expect(newsOf(rowAs(asking('moreTime')), rowAs(at('atLimit')))).toBe('question')
  })

  test.each(['failed', 'contextFull', 'setAside'] as const)(
    '%s is an error, reported once',
    (now) => {
      const others = Activity.options.filter(
        (each) => !['asking', 'failed', 'contextFull', 'setAside'].includes(each),
      )
      expect(from(at(now), 'error')).toEqual(others)
      expect(newsOf(rowAs(at(now)), rowAs({ ...at(now), isUnread: true, title: 'new' }))).toBeNull()
    },
  )

  test.each([
    ['approval', 'approval'],
    ['answer', 'question'],
    ['moreTime', 'question'],
  ] as const)('a conversation that asks for %s has asked once: %s', (asks, kind) => {
    expect(from(asking(asks), kind)).toHaveLength(Activity.options.length - 1)
    expect(newsOf(rowAs(asking(asks)), rowAs({ ...asking(asks), jobs: 1 }))).toBeNull()
  })

  test('another question after the first is separate', () => {
    expect(newsOf(rowAs(asking('approval')), rowAs(asking('answer')))).toBe('question')
  })
})

describe('the news of a list', () => {
  const before = [rowAs(at('answering'), 'a'), rowAs(at('answering'), 'b'), rowAs(at('idle'), 'c')]

  test('is that of its rows, wherever they are, and none for new rows', () => {
    const [a, b, c] = before
    const now = [c, rowAs(asking('approval'), 'b'), rowAs(at('failed'), 'new'), a]
    const rows = now.filter((each) => each !== undefined)
    expect(newsIn(before, rows).map(({ kind, row }) => [kind, row.id])).toEqual([['approval', 'b']])
    expect(newsIn(before, before)).toEqual([])
    expect(b).toBeDefined()
  })
})

test('a conversation is settled when it no longer needs a person: answered, read or removed', () => {
  const asks = rowAs(asking('approval'), 'asks')
  const unread = rowAs({ ...at('idle'), isUnread: true }, 'unread')
  const works = rowAs(at('answering'), 'works')
  const before = [asks, unread, works]
  expect(settledIn(before, [...before])).toEqual([])
  expect(settledIn(before, [rowAs(at('runningTool'), 'asks'), unread, works])).toEqual(['asks'])
  expect(settledIn(before, [rowAs(asking('answer'), 'asks'), unread, works])).toEqual([])
  const read = rowAs({ ...at('idle'), isUnread: false }, 'unread')
  expect(settledIn(before, [works, read])).toEqual(['asks', 'unread'])
  expect(settledIn(before, [asks, unread, rowAs(at('idle'), 'works')])).toEqual([])
})
