/** A mutant that no test can or need notice, by file and name, and why. */
export interface Exception {
  readonly file: string
  readonly name: string
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = []
