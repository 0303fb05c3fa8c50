import type { App } from '../app.ts'
import type { Scene } from '../scene.ts'

/** One sight of the program as a person has it: what the pictures show and what axe looks at. */
export interface Situation {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  readonly colours: 'light' | 'dark'
  /** Brings a window there. The size and the colours are its caller's. */
  readonly arrange: (scene: Scene) => Promise<App>
}

export const DESKTOP = { width: 1280, height: 800 }
export const SMALL = { width: 480, height: 400 }
export const LOW = { width: 800, height: 500 }
