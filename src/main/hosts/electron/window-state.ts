import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../adapters/data-folder/atomic-file.ts'
import { readRegular } from '../../adapters/data-folder/regular-file.ts'

export const MIN_WIDTH = 480
export const MIN_HEIGHT = 400
const DEFAULT_SIZE = { width: 1200, height: 800 }
/** This much of the window's upper edge must be within reach of the pointer. */
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

/** The window's last state. Lengths are in points of the screen. */
const WindowState = z
  .object({
    bounds: Rectangle,
    isMaximized: z.boolean(),
    /** Of the page, as #rrggbb. */
    background: z.string().regex(/^#[0-9a-f]{6}$/i),
  })
  .readonly()
export type WindowState = z.infer<typeof WindowState>

export interface WindowStateFile {
  /** Null: none, or an unusable one. */
  read(): WindowState | null
  save(state: WindowState): void
}

export function windowStateFile(dataFolder: string): WindowStateFile {
  const path = join(dataFolder, 'window.json')
  return {
    read: () => parse(path),
    // Failing to save the window's position is no reason to bother anybody.
    save: (state) => void writeAtomically(path, `${JSON.stringify(state)}\n`, 0o600),
  }
}

function parse(path: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readRegular(path).toString()))
  } catch {
    return null
  }
}

/**
 * Where the window opens: at its last place if that can be seen and grasped, otherwise in the middle of the first
 * screen.
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
