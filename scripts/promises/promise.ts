/** A promise that code, tests or pages of this repository refer to by a number, such as T12. */
export interface Promised {
  /** As written everywhere: "T12", "row 6". */
  readonly number: string
  /** One sentence that a reader of this repository can check. */
  readonly text: string
}

/** Numbers of one kind. */
export interface Series {
  readonly title: string
  /** The source of these promises, and what they have in common. */
  readonly about: string
  readonly promises: readonly Promised[]
}

/** Creates a series from `number: sentence`, in the given order. */
export function seriesOf(
  title: string,
  about: string,
  sentences: Readonly<Record<string, string>>,
): Series {
  const promises = Object.entries(sentences).map(([number, text]) => ({ number, text }))
  return { title, about, promises }
}
