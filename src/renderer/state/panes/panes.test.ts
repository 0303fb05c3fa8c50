import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnPanes, ONE_PANE, type Panes, type PanesEvent, SHARES, stepPanes } from './panes.ts'

const pane = fc.constantFrom('a' as const, 'b' as const)
const event: fc.Arbitrary<PanesEvent> = fc.oneof(
  fc.record({ type: fc.constant('focused' as const), pane }),
  fc.record({
    type: fc.constant('openedBeside' as const),
    side: fc.constantFrom('left' as const, 'right' as const),
  }),
  fc.record({ type: fc.constant('closed' as const), pane }),
  fc.constant({ type: 'swapped' as const }),
  fc.record({ type: fc.constant('shared' as const), share: fc.double() }),
  fc.record({ type: fc.constant('narrowed' as const), isNarrow: fc.boolean() }),
)

const BOTH = stepPanes(ONE_PANE, { type: 'openedBeside', side: 'right' })

test('for any actions there are one or two panes, all different, and a drawn one has the focus', () => {
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const panes = events.reduce(stepPanes, ONE_PANE)
      expect(new Set(panes.order).size).toBe(panes.order.length)
      expect([1, 2]).toContain(panes.order.length)
      expect(drawnPanes(panes)).toContain(panes.focused)
      expect(panes.share).toBeGreaterThanOrEqual(SHARES.least)
      expect(panes.share).toBeLessThanOrEqual(SHARES.most)
    }),
  )
})

test('a second pane opens on either side with the focus; opened once more, the other gets it', () => {
  expect(BOTH).toMatchObject({ order: ['a', 'b'], focused: 'b' })
  const left = stepPanes(ONE_PANE, { type: 'openedBeside', side: 'left' })
  expect(left).toMatchObject({ order: ['b', 'a'], focused: 'b' })
  expect(stepPanes(BOTH, { type: 'openedBeside', side: 'left' })).toMatchObject({
    order: ['a', 'b'],
    focused: 'a',
  })
})

test('the last pane is not closed, and the one that stays has the focus', () => {
  expect(stepPanes(ONE_PANE, { type: 'closed', pane: 'a' })).toEqual(ONE_PANE)
  expect(stepPanes(BOTH, { type: 'closed', pane: 'b' })).toMatchObject({
    order: ['a'],
    focused: 'a',
  })
  expect(stepPanes(BOTH, { type: 'closed', pane: 'a' })).toMatchObject({
    order: ['b'],
    focused: 'b',
  })
})

test('swapped, each keeps its width and the focus stays', () => {
  const wide: Panes = { ...BOTH, share: 0.7 }
  const swapped = stepPanes(wide, { type: 'swapped' })
  expect(swapped).toMatchObject({ order: ['b', 'a'], focused: 'b' })
  expect(swapped.share).toBeCloseTo(0.3)
  expect(stepPanes(ONE_PANE, { type: 'swapped' })).toBe(ONE_PANE)
})

test('with room for one, the focused one is drawn, and both return later', () => {
  const narrow = stepPanes(BOTH, { type: 'narrowed', isNarrow: true })
  expect(drawnPanes(narrow)).toEqual(['b'])
  expect(drawnPanes(stepPanes(narrow, { type: 'focused', pane: 'a' }))).toEqual(['a'])
  expect(drawnPanes(stepPanes(narrow, { type: 'narrowed', isNarrow: false }))).toEqual(['a', 'b'])
})
