import { expect, test } from 'vitest'
import { createDrawTurns } from './draw-turns.ts'

test('one is drawn in each frame, the newest request first, and a withdrawn one never', () => {
  const frames: (() => void)[] = []
  const drawn: string[] = []
  const turns = createDrawTurns((draw) => frames.push(draw))
  for (const name of ['first', 'second']) turns.ask(() => drawn.push(name))
  const takeBack = turns.ask(() => drawn.push('third'))
  takeBack()
  expect(frames).toHaveLength(1)
  frames[0]?.()
  expect(drawn).toEqual(['second'])
  expect(frames).toHaveLength(2)
  frames[1]?.()
  expect(drawn).toEqual(['second', 'first'])
  expect(frames).toHaveLength(2)
})

test('a drawing may request the next frame', () => {
  const frames: (() => void)[] = []
  let count = 0
  const turns = createDrawTurns((draw) => frames.push(draw))
  const draw = (): void => {
    count += 1
    turns.ask(draw)
  }
  turns.ask(draw)
  for (const n of [0, 1, 2]) frames[n]?.()
  expect(count).toBe(3)
})
