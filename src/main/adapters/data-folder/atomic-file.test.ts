import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearNeighbours, neighbourOf } from './atomic-file.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-neighbours-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('new contents left by a kill before they took their place are removed, and nothing else', () => {
  const folder = freshFolder()
  const kept = ['settings.json', 'notes.tmp', 'a.0123456789ab.tmp.txt', 'b.0123.tmp']
  for (const name of ['', 'worktrees']) {
    mkdirSync(join(folder, name), { recursive: true })
    for (const each of kept) writeFileSync(join(folder, name, each), 'x')
    writeFileSync(neighbourOf(join(folder, name, 'anthropic.key')), 'sk-secret')
  }
  const elsewhere = neighbourOf(join(folder, 'elsewhere'))
  mkdirSync(elsewhere)
  clearNeighbours(folder)
  expect(readdirSync(folder).toSorted()).toEqual(
    [...kept, 'worktrees', basename(elsewhere)].toSorted(),
  )
  expect(readdirSync(join(folder, 'worktrees')).toSorted()).toEqual(kept.toSorted())
})

test('without a data folder from an earlier run there is nothing to remove', () => {
  expect(() => clearNeighbours(join(freshFolder(), 'missing'))).not.toThrow()
})
