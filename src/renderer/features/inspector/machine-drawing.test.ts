import { expect, test } from 'vitest'
import child from '../../../../docs/pictures/machine-sub-agent.svg?raw'
import root from '../../../../docs/pictures/machine-root.svg?raw'
import { StateView } from '../../../shared/conversation/state-view.ts'
import { drawingOf } from './machine-drawing.ts'

const ALL = StateView.options.map((option) => option.unwrap().shape.type.value)

test('every state of the machine is drawn, in one picture or the other, and each arrow starts at one', () => {
  const drawings = [drawingOf(root), drawingOf(child)]
  const drawn = drawings.flatMap(({ states }) => states.map(({ name }) => name))
  expect(new Set(drawn)).toEqual(new Set(ALL))
  for (const { arrows, states, viewBox } of drawings) {
    expect(arrows.length).toBeGreaterThan(states.length)
    expect(arrows.map(({ from }) => from)).not.toContain(null)
    expect(viewBox).toMatch(/^0 0 \d+ \d+$/)
  }
})

test('resting states look different from working ones', () => {
  const { states } = drawingOf(root)
  const isRest = Object.fromEntries(states.map(({ name, isRest }) => [name, isRest]))
  expect(isRest).toMatchObject({ idle: true, error: true, llmRequesting: false, cancelling: false })
})
