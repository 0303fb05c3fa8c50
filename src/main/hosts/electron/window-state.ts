import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { PersonFile } from '../../adapters/data-folder/person-file.ts'

export const MIN_WIDTH = 480
export const MIN_HEIGHT = 400
const DEFAULT_SIZE = { width: 1200, height: 800 }
/** At least this much of the window's upper edge must be within reach of the pointer. */
const GRIP = { width: 120, height: 32 }

const coordinate = z.number().int().min(-100_000).max(100_000)
const Rectangle = z
  .object({
    x: coordinate,
    y: coordinate,
    width: z.number().int().min(1).max(100_000),
    height: z.number().int().min(1).max(100_000),
  })
  .readonly()
type Rectangle = z.infer<typeof Rectangle>

/** The window's last state. Lengths are in screen points. */
const WindowState = z
  .object({
    bounds: Rectangle,
    isMaximized: z.boolean(),
    /** The page's background, as #rrggbb. */
    background: z.string().regex(/^#[0-9a-f]{6}$/i),
    /** 1: actual size. Within the limits that Chromium sets. */
    zoom: z.number().min(0.25).max(5).catch(1),
    /** The fragment of the page's address, without its `#`. */
    shown: z
      .string()
      .regex(/^[\w=&%.~-]{0,1000}$/)
      .catch(''),
  })
  .readonly()
export type WindowState = z.infer<typeof WindowState>

/** More than anybody uses: bounds how many windows a file can open. */
const MOST_WINDOWS = 12

/** One window is at the top level, as in versions with only one window. */
const SavedWindows = WindowState.unwrap().extend({
  others: z
    .array(WindowState)
    .max(MOST_WINDOWS - 1)
    .catch([]),
})
type SavedWindows = z.infer<typeof SavedWindows>

export interface WindowStateFile {
  /** The states of all windows, the front one first; empty if none can be used. */
  read(): readonly WindowState[]
  save(states: readonly WindowState[]): void
}

export function windowStateFile(dataFolder: string): WindowStateFile {
  const path = join(dataFolder, 'window.json')
  const file = new PersonFile<SavedWindows | null>({
    path,
    parse: (json) => SavedWindows.parse(json),
    absent: null,
  })
  return {
    read: () => statesOf(file.content),
    // A window that opens at the wrong place is no reason to bother anybody.
    save: ([first, ...others]) => {
      if (first === undefined) return
      const saved = { ...first, others: others.slice(0, MOST_WINDOWS - 1) }
      if (file.read().ok) file.write(saved, 0)
    },
  }
}

function statesOf(saved: SavedWindows | null): readonly WindowState[] {
  if (saved === null) return []
  const { others, ...first } = saved
  return [first, ...others]
}

/** The position one step to the right and down from another window, so both can be seen. */
export function cascadedBounds({ height, width, x, y }: Rectangle): Rectangle {
  return { x: x + GRIP.height, y: y + GRIP.height, width, height }
}

/**
 * The bounds of a window that opens: as it was left if it can be seen and grasped there, otherwise in the middle of the
 * first screen.
 */
export function placeOn(
  workAreas: readonly [Rectangle, ...Rectangle[]],
  saved: Rectangle | null,
): Rectangle {
  const area = saved === null ? undefined : workAreas.find((each) => isWithinReach(saved, each))
  if (saved === null || area === undefined) {
    const [first] = workAreas
    const { width, height } = sizeIn(first, saved ?? DEFAULT_SIZE)
    return {
      x: first.x + Math.round((first.width - width) / 2),
      y: first.y + Math.round((first.height - height) / 2),
      width,
      height,
    }
  }
  return { x: saved.x, y: saved.y, ...sizeIn(area, saved) }
}

function sizeIn(
  area: Rectangle,
  wanted: Pick<Rectangle, 'width' | 'height'>,
): Pick<Rectangle, 'width' | 'height'> {
  return {
    width: Math.max(MIN_WIDTH, Math.min(wanted.width, area.width)),
    height: Math.max(MIN_HEIGHT, Math.min(wanted.height, area.height)),
  }
}

function isWithinReach(window: Rectangle, area: Rectangle): boolean {
  const left = Math.max(window.x, area.x)
  const right = Math.min(window.x + window.width, area.x + area.width)
  const isEdgeInside =
    window.y >= area.y - GRIP.height / 2 && window.y <= area.y + area.height - GRIP.height
  return right - left >= GRIP.width && isEdgeInside
}
