import { expect, test } from 'vitest'
import child from '../../../../docs/pictures/machine-sub-agent.svg?raw'
import root from '../../../../docs/pictures/machine-root.svg?raw'
import { StateView } from '../../../shared/conversation/state-view.ts'
import { drawingOf, FONT, LINE } from './machine-drawing.ts'

const ALL = StateView.options.map((option) => option.unwrap().shape.type.value)

test('every state of the machine is drawn, in one picture or the other, and each arrow starts at one', () => {
  const drawings = [drawingOf(root), drawingOf(child)]
  const drawn = drawings.flatMap(({ states }) => states.map(({ name }) => name))
  expect(new Set(drawn)).toEqual(new Set(ALL))
  for (const { arrows, states, viewBox } of drawings) {
    expect(arrows.length).toBeGreaterThan(states.length)
    expect(arrows.map(({ from }) => from)).not.toContain(null)
    const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(' ').map(Number)
    for (const state of states) {
      expect(state.x).toBeGreaterThan(left)
      expect(state.y).toBeGreaterThan(top)
      expect(state.x + state.width).toBeLessThan(left + width)
      expect(state.y + state.height).toBeLessThan(top + height)
    }
  }
})

/** The width of the pane's content, in px. */
const PANE = 347

test('in the pane the names of states are at least 11 px high, and fit into their boxes', () => {
  const { states, viewBox } = drawingOf(root)
  const scale = PANE / Number(viewBox.split(' ')[2])
  expect(FONT * scale).toBeGreaterThan(11)
  for (const { height, lines, name, width } of states) {
    expect(lines.join('')).toBe(name)
    expect(lines.length * LINE).toBeLessThan(height)
    for (const line of lines) expect(line.length * 0.6 * FONT).toBeLessThan(width)
  }
})

test('resting states look different from working ones', () => {
  const { states } = drawingOf(root)
  const isRest = Object.fromEntries(states.map(({ name, isRest }) => [name, isRest]))
  expect(isRest).toMatchObject({ idle: true, error: true, llmRequesting: false, cancelling: false })
})
