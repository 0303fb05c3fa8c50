import ts from 'typescript'

/** One change in a source: the text between `from` and `to` becomes `with`. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly with: string
}

/** A source with one thing broken. `name` says what and where, and is as stable as the place. */
export interface Mutant {
  readonly file: string
  readonly name: string
  readonly edits: readonly Edit[]
}

/** The node's text on one line, for a name. */
export function wordsOf(node: ts.Node): string {
  const words = node.getText().replaceAll(/\s+/g, ' ')
  return words.length > 90 ? `${words.slice(0, 89)}…` : words
}

/** The function that contains a node. */
export function functionOf(node: ts.Node): string {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (ts.isFunctionDeclaration(each) || ts.isMethodDeclaration(each)) {
      return each.name?.getText() ?? 'nameless'
    }
  }
  return 'top'
}

export function replaced(node: ts.Node, text: string): Edit {
  return { from: node.getStart(), to: node.getEnd(), with: text }
}

/** Applies the edits to the source, from the last to the first. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((made, edit) => made.slice(0, edit.from) + edit.with + made.slice(edit.to), text)
}
