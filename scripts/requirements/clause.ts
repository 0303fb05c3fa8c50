/** One requirement of a document. Its id never changes: tests name it in a line `// covers ID ...` above them. */
export interface Clause {
  readonly id: string
  readonly text: string
  /** Set if a rule of docs/design/ decides otherwise: what the tests check instead. */
  readonly settledBy?: string
  /** A page that settles it without a test, because it requires no behaviour. */
  readonly page?: string
}

export interface Chapter {
  readonly title: string
  readonly clauses: readonly Clause[]
}
