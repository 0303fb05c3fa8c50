import { expect, test } from 'vitest'
import { testLists, withList } from '../../runtime/fakes/contracts/list-contract.ts'
import { opened } from './temporary.fixture.ts'

testLists('SQLite', () => opened().store)

test('of a list in which nothing stands out, only the newest and what is named are read', () => {
  const store = withList(opened().store)
  const rows = store.listSome(2, ['of-3' as never])
  expect(rows.map(({ id }) => id)).toEqual(['of-3', 'of-6', 'of-7'])
})
