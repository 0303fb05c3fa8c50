import type { App } from './app.ts'
import type { Scene } from './scene.ts'

/** One sight of the program as a person has it: what the pictures show and what axe looks at. */
export interface Situation {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  readonly colours: 'light' | 'dark'
  /** Brings a window there. The size and the colours are its caller's. */
  arrange(scene: Scene): Promise<App>
}
