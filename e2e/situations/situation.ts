import type { App } from '../app.ts'
import type { Scene } from '../scene.ts'

/** One view of the program: it gets a screenshot, and axe checks it. */
export interface Situation {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  readonly colours: 'light' | 'dark'
  /** Brings a window into this situation. The caller sets size and colours. */
  readonly arrange: (scene: Scene) => Promise<App>
}

export const DESKTOP = { width: 1280, height: 800 }
export const SMALL = { width: 480, height: 400 }
export const LOW = { width: 800, height: 500 }
