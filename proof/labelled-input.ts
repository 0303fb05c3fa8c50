import type { Input, InputOf } from '../src/main/core/machine/event.ts'
import type { Variant } from './variants.ts'

/** `isLate`: it happens after every time in the state. `isFolderGone`: it happens while the folder is missing. */
export interface InputOptions {
  readonly variant?: Variant
  readonly isLate?: true
  readonly isFolderGone?: true
}

export type LabelledInput<Type extends Input['type']> = readonly [
  label: string,
  input: InputOf<Type>,
  more?: InputOptions,
]
