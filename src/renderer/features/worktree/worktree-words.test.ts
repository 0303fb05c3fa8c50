import { expect, test } from 'vitest'
import { lossOf, usualBranch, whyNotMerged } from './worktree-words.ts'

const FACTS = {
  branch: 'b',
  path: '/p',
  repository: '/r',
  baseBranch: 'main',
  isThere: true,
  heads: 'h',
}

test('what would be lost is counted in a sentence; without losses there is none', () => {
  expect(lossOf({ ...FACTS, uncommitted: 0, unmerged: 0 })).toBeNull()
  expect(lossOf({ ...FACTS, uncommitted: 1, unmerged: 0 })).toBe('1 file with uncommitted changes')
  expect(lossOf({ ...FACTS, uncommitted: 1200, unmerged: 2 })).toBe(
    '1,200 files with uncommitted changes and 2 commits that are on no other branch',
  )
})

test('a branch is named by the date', () => {
  expect(usualBranch(new Date(2026, 10, 5), 'abcdef')).toBe('phoenix/2026-11-05-abcd')
})

test('a worktree that cannot be merged says why', () => {
  expect(whyNotMerged(FACTS)).toBeNull()
  expect(whyNotMerged({ ...FACTS, baseBranch: null })).toContain('merge b where you want it')
  expect(whyNotMerged({ ...FACTS, isThere: false })).toContain('its folder is missing')
})
