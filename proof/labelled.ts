import type { Input, InputOf } from '../src/main/core/machine/event.ts'
import type { Variant } from './variants.ts'

/** `isLate`: it happens after every time that the state names. `isFolderGone`: in a folder that is gone. */
export interface More {
  readonly variant?: Variant
  readonly isLate?: true
  readonly isFolderGone?: true
}

export type Labelled<Type extends Input['type']> = readonly [
  label: string,
  input: InputOf<Type>,
  more?: More,
]
