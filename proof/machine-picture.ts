import type { ConversationState } from '../src/shared/conversation-state.ts'
import type { Input } from '../src/main/core/event.ts'
import type { RoleName, StepRow } from './step-rows.ts'

type StateType = ConversationState['type']

/** Stop, a closed app, a full disk, lost work: they lead to rest from everywhere, and would hide all else. */
const NOT_DRAWN: ReadonlySet<Input['type']> = new Set([
  'cancelRequested',
  'shutdownRequested',
  'storeFailed',
  'workLost',
  'recovered',
])

export interface Arrow {
  readonly from: StateType
  readonly to: StateType
  readonly events: readonly Input['type'][]
}

/** What is drawn, in the order of its numbers. */
export function arrowsOf(rows: readonly StepRow[], role: RoleName): readonly Arrow[] {
  const drawn = rows.filter(
    (row) => row.role === role && row.state !== row.to && !NOT_DRAWN.has(row.event),
  )
  const ways = Map.groupBy(drawn, ({ state, to }) => `${state} ${to}`)
  return [...ways.values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const events = [...new Set(alike.map(({ event }) => event))].toSorted()
    return [{ from: first.state, to: first.to, events }]
  })
}

const WIDTH = 190
const HEIGHT = 52
const COLUMNS = [60, 395, 730]
const ROWS = [40, 230, 420, 610]
const HEIGHT_OF_ALL = 702

/** Where each state stands: column, row. A turn goes along the top and down the right. */
const PLACES: { readonly [Type in StateType]: readonly [number, number] } = {
  idle: [0, 0],
  awaitingLlm: [1, 0],
  llmRequesting: [2, 0],
  error: [0, 1],
  failed: [0, 1],
  toolExecuting: [1, 1],
  awaitingApproval: [2, 1],
  contextExhausted: [0, 2],
  completed: [0, 2],
  cancelling: [1, 2],
  awaitingSubAgents: [2, 2],
  awaitingAnswer: [2, 3],
}

interface Point {
  readonly x: number
  readonly y: number
}

/** An SVG of its own: needs nothing, and follows the colours of whoever looks at it. */
export function machinePicture(rows: readonly StepRow[], role: RoleName, title: string): string {
  const arrows = arrowsOf(rows, role)
  const states = new Set(arrows.flatMap(({ from, to }) => [from, to]))
  const lines = arrows.map(({ from, to }, index) => drawArrow(from, to, index + 1))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 ${HEIGHT_OF_ALL}" role="img" aria-labelledby="t">`,
    `<title id="t">${title}</title>`,
    STYLE,
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" class="head"/></marker></defs>',
    `<rect width="980" height="${HEIGHT_OF_ALL}" class="ground"/>`,
    ...lines.map(({ line }) => line),
    ...[...states].map(drawState),
    ...lines.map(({ number }) => number),
    '</svg>',
    '',
  ].join('\n')
}

const STYLE = `<style>
.ground { fill: #fff } .box { fill: #f4f4f2; stroke: #6b7280 } .rest { fill: #e6eefb; stroke: #1d4ed8 }
.line { fill: none; stroke: #6b7280; stroke-width: 1.3 } .head { fill: #6b7280 }
text { font: 15px system-ui, sans-serif; fill: #111; text-anchor: middle; dominant-baseline: central }
.badge { fill: #fff; stroke: #6b7280 } .number { font-size: 11px }
@media (prefers-color-scheme: dark) {
.ground { fill: #121212 } .box { fill: #1f2023; stroke: #9ca3af } .rest { fill: #16233d; stroke: #8ab4f8 }
.line { stroke: #9ca3af } .head { fill: #9ca3af } text { fill: #f3f4f6 } .badge { fill: #121212; stroke: #9ca3af }
}
</style>`

const RESTING: ReadonlySet<StateType> = new Set([
  'idle',
  'error',
  'contextExhausted',
  'completed',
  'failed',
])

function drawState(state: StateType): string {
  const { x, y } = cornerOf(state)
  const look = RESTING.has(state) ? 'rest' : 'box'
  const rect = `<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="8" class="${look}"/>`
  return `${rect}<text x="${x + WIDTH / 2}" y="${y + HEIGHT / 2}">${state}</text>`
}

/** Which part of the way the number of an arrow stands at: nearer to where it comes from, and not where the next one has its own. */
function placeOnWay(count: number): number {
  return 0.34 + (count % 3) * 0.07
}

/** A bow to the left of its way: the one back does not lie upon it. */
function drawArrow(
  from: StateType,
  to: StateType,
  count: number,
): { readonly line: string; readonly number: string } {
  const [a, b] = [middleOf(from), middleOf(to)]
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const bow = bowOf(from, to)
  const bend = { x: (a.x + b.x) / 2 + dy * bow, y: (a.y + b.y) / 2 - dx * bow }
  const [start, end] = [edgeOf(a, bend), edgeOf(b, bend)]
  const at = placeOnWay(count)
  const along = (p: number, q: number, r: number): number =>
    round(p * (1 - at) ** 2 + q * 2 * at * (1 - at) + r * at ** 2)
  const [x, y] = [along(start.x, bend.x, end.x), along(start.y, bend.y, end.y)]
  const path = `M${start.x} ${start.y}Q${round(bend.x)} ${round(bend.y)} ${end.x} ${end.y}`
  return {
    line: `<path d="${path}" class="line" marker-end="url(#head)"/>`,
    number: `<circle cx="${x}" cy="${y}" r="9" class="badge"/><text x="${x}" y="${y}" class="number">${count}</text>`,
  }
}

/** How far a bow goes to the side, as a part of its length: past the state that stands between, else just off the way back. */
function bowOf(from: StateType, to: StateType): number {
  const [[column, row], [toColumn, toRow]] = [PLACES[from], PLACES[to]]
  const [columns, rows] = [Math.abs(column - toColumn), Math.abs(row - toRow)]
  if (columns === 0 && rows === 2) return 0.6
  if (columns === 2 && rows === 0) return 0.24
  const leadsBetween = columns + rows === 3
  return leadsBetween ? 0.03 : 0.14
}

function cornerOf(state: StateType): Point {
  const [column, row] = PLACES[state]
  return { x: COLUMNS[column] ?? 0, y: ROWS[row] ?? 0 }
}

function middleOf(state: StateType): Point {
  const { x, y } = cornerOf(state)
  return { x: x + WIDTH / 2, y: y + HEIGHT / 2 }
}

/** Where the way from the middle of a box to a point leaves the box. */
function edgeOf(middle: Point, point: Point): Point {
  const [dx, dy] = [point.x - middle.x, point.y - middle.y]
  const part = Math.min(
    dx === 0 ? Infinity : WIDTH / 2 / Math.abs(dx),
    dy === 0 ? Infinity : HEIGHT / 2 / Math.abs(dy),
  )
  return { x: round(middle.x + dx * part), y: round(middle.y + dy * part) }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
