/** A line of a hunk. `same`: context that is in the file before and after. */
export interface HunkLine {
  readonly type: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Lines of a file that change, with the context that locates them. */
export interface Hunk {
  /** Lines above it in the file, in this order: `@@ class A`, `@@ def b():`. */
  readonly anchors: readonly string[]
  readonly lines: readonly HunkLine[]
  /** True if it is the end of the file. */
  readonly isAtEnd: boolean
}
