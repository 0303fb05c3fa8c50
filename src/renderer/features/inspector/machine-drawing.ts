import type { StateView } from '../../../shared/conversation/state-view.ts'

/** The picture of the machine (docs/pictures, drawn by `npm run docs` from what the machine does) as data. */
export interface MachineDrawing {
  readonly viewBox: string
  readonly states: readonly DrawnState[]
  readonly arrows: readonly { readonly path: string; readonly from: StateView['type'] | null }[]
}

interface DrawnState {
  readonly name: string
  /** The upper left corner and the size, in the units of the view box. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Nothing runs in it, and no timer waits. */
  readonly isRest: boolean
}

const BOX =
  /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="\d+" class="(box|rest)"\/><text [^>]*>(\w+)<\/text>/g
const ARROW = /<path d="(M([\d.]+) ([\d.]+)Q[^"]+)" class="line"/g

export function drawingOf(svg: string): MachineDrawing {
  const states = Array.from(svg.matchAll(BOX), ([, x, y, width, height, look, name]) => ({
    name: name ?? '',
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
    isRest: look === 'rest',
  }))
  const arrows = Array.from(svg.matchAll(ARROW), ([, path, x, y]) => {
    const from = states.find((state) => isAtEdge(state, Number(x), Number(y)))
    return { path: path ?? '', from: (from?.name ?? null) as StateView['type'] | null }
  })
  return { viewBox: /viewBox="([\d .]+)"/.exec(svg)?.[1] ?? '', states, arrows }
}

/** What rounding may move a point by. */
const NEAR = 0.5

function isAtEdge({ height, width, x, y }: DrawnState, toX: number, toY: number): boolean {
  const isBeside = toX >= x - NEAR && toX <= x + width + NEAR
  return isBeside && toY >= y - NEAR && toY <= y + height + NEAR
}
