import { expect, test } from 'vitest'
import { estimateTokens } from './context-window.ts'
import { forkText } from './fork-text.ts'
import { agent, call, place, result, summary, text, user } from '../testing/test-messages.ts'

test('a fork begins with the conversation so far, calls and results as text, and the newest messages at the end', () => {
  const said = [user('Mend it'), agent(text('I look.'), call('a')), result(1, 0, 'a door')]
  const begun = forkText(place([...said, agent(text('Done.'))]), 100_000)
  expect(begun?.model).toBeNull()
  expect(begun?.text).toBe(
    'User:\nMend it\n\nAgent:\nI look.\n[called bash: {}]\n\nUser:\n[result]\na door\n\nAgent:\nDone.\n\nThe latest message of the user:\nMend it',
  )
})

test('the newest summary comes first, with its model, preceded only by the newest message', () => {
  const begun = forkText(place([user('Old'), agent(text('Hm')), summary('So far.')]), 100_000)
  expect(begun).toEqual({ text: 'So far.\n\nThe latest message of the user:\nOld', model: 'm' })
})

test.each([2_000, 8_000, 200_000])(
  'whatever was said, the fork fits into %i tokens with room to spare',
  (limit) => {
    const long = 'word '.repeat(100_000)
    const many = Array.from({ length: 50 }, () => [user(long), agent(text(long))]).flat()
    const begun = forkText(place([summary(long), ...many]), limit)
    expect(estimateTokens(begun?.text ?? '')).toBeLessThan(limit / 2)
    expect(begun?.text).toContain('[What came before is left out.]')
  },
)

test('an empty conversation cannot be forked', () => {
  expect(forkText([], 100_000)).toBeNull()
  expect(forkText(place([{ type: 'system', text: 'A line' }]), 100_000)).toBeNull()
})
