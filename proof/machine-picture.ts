import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Input } from '../src/main/core/machine/event.ts'
import type { RoleName, StepRow } from './step-rows.ts'

type StateType = ConversationState['type']

/** Stop, a closed app, a full disk, lost work: they lead to rest from everywhere, and would hide everything else. */
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

/** Returns the arrows to draw, in the order of their numbers. */
export function arrowsOf(rows: readonly StepRow[], role: RoleName): readonly Arrow[] {
  const drawn = rows.filter(
    (row) => row.role === role && row.state !== row.to && !NOT_DRAWN.has(row.event),
  )
  const arrows = Map.groupBy(drawn, ({ state, to }) => `${state} ${to}`)
  return [...arrows.values()].flatMap((alike) => {
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
const SIZE = { x: 980, y: 702 }

/**
 * The position of each state: column, row. Resting states are on the left, model requests in the middle, calls on the
 * right.
 */
const POSITIONS: { readonly [Type in StateType]: readonly [number, number] } = {
  idle: [0, 0],
  error: [0, 1],
  failed: [0, 1],
  awaitingApproval: [0, 2],
  contextExhausted: [0, 3],
  completed: [0, 3],
  cancelling: [1, 0],
  awaitingLlm: [1, 1],
  llmRequesting: [1, 2],
  awaitingSubAgents: [2, 0],
  toolExecuting: [2, 1],
  awaitingAnswer: [2, 2],
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A standalone SVG that follows the reader's colour scheme. */
export function machinePicture(rows: readonly StepRow[], role: RoleName, title: string): string {
  const arrows = arrowsOf(rows, role)
  const states = new Set(arrows.flatMap(({ from, to }) => [from, to]))
  const taken: Point[] = []
  const lines = arrows.map((arrow) => drawArrow(arrow, states, taken))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.x} ${SIZE.y}" role="img" aria-labelledby="t">`,
    `<title id="t">${title}</title>`,
    STYLE,
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" class="head"/></marker></defs>',
    `<rect width="${SIZE.x}" height="${SIZE.y}" class="ground"/>`,
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

/** Candidate positions for an arrow's number, as fractions of its length; closer to its start first. */
const NUMBER_POSITIONS = [0.34, 0.41, 0.48, 0.27, 0.55, 0.2]
/** The least distance between the centres of two numbers. */
const MIN_DISTANCE = 20

/**
 * Draws an arrow that bends to the left, so the arrow back does not overlap it. Adds the position of its number to
 * `taken`.
 */
function drawArrow(
  { from, to }: Arrow,
  states: ReadonlySet<StateType>,
  taken: Point[],
): { readonly line: string; readonly number: string } {
  const bend = bendOf(from, to, states)
  const [start, end] = [edgeOf(middleOf(from), bend), edgeOf(middleOf(to), bend)]
  const places = NUMBER_POSITIONS.map((at) => pointOn([start, bend, end], at))
  const isFree = ({ x, y }: Point): boolean =>
    taken.every((other) => Math.hypot(other.x - x, other.y - y) > MIN_DISTANCE)
  const place = places.find(isFree)
  if (place === undefined) throw new Error(`the number from ${from} to ${to} has no place`)
  const { x, y } = place
  const count = taken.push(place)
  const path = `M${start.x} ${start.y}Q${round(bend.x)} ${round(bend.y)} ${end.x} ${end.y}`
  return {
    line: `<path d="${path}" class="line" marker-end="url(#head)"/>`,
    number: `<circle cx="${x}" cy="${y}" r="9" class="badge"/><text x="${x}" y="${y}" class="number">${count}</text>`,
  }
}

/** Candidate bends of an arrow, as fractions of its length. */
const BENDS = [0.14, 0.03, 0.24, 0.34, 0.46, 0.6, 0.75]
/** Margin between an arrow and a box. */
const MARGIN = 6
const POINTS = 60

/** Returns the control point of the first bend that passes behind no state. */
function bendOf(from: StateType, to: StateType, states: ReadonlySet<StateType>): Point {
  const [a, b] = [middleOf(from), middleOf(to)]
  const bends = BENDS.map((bow) => ({
    x: (a.x + b.x) / 2 + (b.y - a.y) * bow,
    y: (a.y + b.y) / 2 - (b.x - a.x) * bow,
  }))
  const others = [...states].filter((state) => state !== from && state !== to).map(middleOf)
  const isFree = (bend: Point): boolean =>
    Array.from({ length: POINTS }, (_, step) => pointOn([a, bend, b], step / POINTS)).every(
      (point) => isInPicture(point) && !others.some((box) => isBehind(point, box)),
    )
  const bend = bends.find(isFree)
  if (bend === undefined) throw new Error(`every arrow from ${from} to ${to} passes behind a state`)
  return bend
}

function isInPicture({ x, y }: Point): boolean {
  return Math.min(x, SIZE.x - x, y, SIZE.y - y) > MARGIN
}

function isBehind(point: Point, box: Point): boolean {
  const isLevel = Math.abs(point.y - box.y) < HEIGHT / 2 + MARGIN
  return isLevel && Math.abs(point.x - box.x) < WIDTH / 2 + MARGIN
}

/** Returns a point on a curve from the first point to the third, bent towards the second. */
function pointOn([a, bend, b]: readonly [Point, Point, Point], at: number): Point {
  const along = (p: number, q: number, r: number): number =>
    round(p * (1 - at) ** 2 + q * 2 * at * (1 - at) + r * at ** 2)
  return { x: along(a.x, bend.x, b.x), y: along(a.y, bend.y, b.y) }
}

function cornerOf(state: StateType): Point {
  const [column, row] = POSITIONS[state]
  return { x: COLUMNS[column] ?? 0, y: ROWS[row] ?? 0 }
}

function middleOf(state: StateType): Point {
  const { x, y } = cornerOf(state)
  return { x: x + WIDTH / 2, y: y + HEIGHT / 2 }
}

/** Returns the point at which a line from the centre of a box leaves the box. */
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
