import { expect, test } from 'vitest'
import { ALL_COMMANDS, APP_COMMANDS } from './app-commands.ts'
import { OfferedCommands } from './offered-commands.svelte.ts'

test('a command is carried out by the component that offers it, and by none once it is withdrawn', () => {
  const commands = new OfferedCommands()
  const done: string[] = []
  const withdraw = commands.offer('rename', () => done.push('old'))
  expect(commands.run('rename')).toBeNull()
  const withdrawNew = commands.offer('rename', () => done.push('new'))
  withdraw()
  commands.run('rename')
  expect(done).toEqual(['old', 'new'])
  withdrawNew()
  expect(commands.run('rename')).toMatch(/not available here/)
  expect(done).toHaveLength(2)
})

test('an unavailable command says why, and does nothing', () => {
  const commands = new OfferedCommands()
  let isDone = false
  commands.offer('compact', () => (isDone = true), 'Too short.')
  expect(commands.run('compact')).toBe('Too short.')
  expect(isDone).toBe(false)
})

test('no two commands have the same name', () => {
  const names = ALL_COMMANDS.flatMap((each) => APP_COMMANDS[each].slash ?? [])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([
      'new',
      'compact',
      'model',
      'effort',
      'permissions',
      'fork',
      'export',
      'undo',
      'rename',
    ]),
  )
})
