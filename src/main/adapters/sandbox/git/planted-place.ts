/** Something in the folder that git would obey if the user ran it there. */
export interface Planted {
  /** The path to rename to hide it from git. */
  readonly path: string
  /** The end of a sentence. */
  readonly why: string
  /** Changes whenever its content does. */
  readonly mark: string
  /** A link in a repository: nothing is lost with it, and git would list it in a log under any name. */
  readonly isLink?: true
}
