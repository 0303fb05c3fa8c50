/** One thing that a document asks for. Its id never changes: tests name it in a line `// covers ID ...` above them. */
export interface Clause {
  readonly id: string
  readonly text: string
  /** Where a rule of docs/design/ decides otherwise: what the tests hold instead. */
  readonly settledBy?: string
  /** A page that settles it without a test: it asks for no behaviour. */
  readonly page?: string
}

export interface Chapter {
  readonly title: string
  readonly clauses: readonly Clause[]
}
