import { expect, test } from 'vitest'
import { CallIds } from './call-ids.ts'

function ids(wanted: readonly string[], isRenamed = false): readonly string[] {
  const known = new CallIds()
  return wanted.map((each) => known.next(each, isRenamed))
}

test('ids go back unchanged, whatever they look like', () => {
  const odd = ['functions.bash:0', 'call_00_x', 'x'.repeat(200), 'ünïcode id', 'functions.bash:1']
  expect(ids(odd)).toEqual(odd)
})

test('a repeated id continues the count of its server, or gets a suffix', () => {
  expect(ids(['functions.bash:0', 'functions.bash:0', 'functions.bash:1'])).toEqual([
    'functions.bash:0',
    'functions.bash:1',
    'functions.bash:2',
  ])
  expect(ids(['a', 'a', 'a_2', 'a'])).toEqual(['a', 'a_2', 'a_2_2', 'a_3'])
  expect(ids([`a:${'9'.repeat(30)}`, `a:${'9'.repeat(30)}`])[1]).toBe(`a:${'9'.repeat(30)}_2`)
})

test('an empty id gets nine letters and digits, which every provider accepts', () => {
  expect(ids(['', 'a', '', 'call00003'])).toEqual(['call00001', 'a', 'call00003', 'call00003_2'])
  expect(ids(['call00002', ''])).toEqual(['call00002', 'call00003'])
})

test('for a server that accepts no other ids, all are numbered', () => {
  expect(ids(['functions.bash:0', 'functions.bash:0', ''], true)).toEqual([
    'call00001',
    'call00002',
    'call00003',
  ])
})
