import ts from 'typescript'

/** A test with the clauses that it covers. */
export interface Tagged {
  readonly ids: readonly string[]
  readonly file: string
  /** Includes the names of surrounding groups; a name that is not a literal appears as in the source. */
  readonly name: string
}

export interface Tags {
  readonly tagged: readonly Tagged[]
  /** A sentence for each problem with the tags of this file. */
  readonly complaints: readonly string[]
}

const TAG = /^\/\/ covers (.+)$/
const ANY_TAG = /^[ \t]*\/\/ covers\b/gm
const TESTS: readonly string[] = ['test', 'testProperty', 'it']
/** A test that does not run covers nothing. */
const NOT_RUN: readonly string[] = ['skip', 'todo', 'fails']
const GROUPS: readonly string[] = ['describe', 'describeInBrowser', 'describeOnElectron']

/** Finds the lines `// covers ID ...` directly above the tests of a file. Such a line anywhere else is reported. */
export function readTags(file: string, text: string): Tags {
  const count = text.match(ANY_TAG)?.length ?? 0
  if (count === 0) return { tagged: [], complaints: [] }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const tagged: Tagged[] = []
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? calledWith(node) : null
    if (call === null) return ts.forEachChild(node, (child) => visit(child, groups))
    const path = [...groups, call.name]
    if (TESTS.includes(call.callee)) {
      const ids = tagAbove(node, text)
      if (ids !== null) tagged.push({ ids, file, name: path.join(' › ') })
    }
    const inner = GROUPS.includes(call.callee) ? path : groups
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(source, [])
  const complaints =
    count === tagged.length ? [] : [`${file}: a line "// covers" does not stand above a test`]
  return { tagged, complaints }
}

/** Reads `test('name', ...)` or `test.each(rows)('name', ...)`: the callee, and the test's name. */
function calledWith(call: ts.CallExpression): { callee: string; name: string } | null {
  const [first] = call.arguments
  if (first === undefined || !ts.isExpressionStatement(call.parent)) return null
  let callee: ts.Expression = call.expression
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee) && NOT_RUN.includes(callee.name.text)) return null
    if (!ts.isCallExpression(callee) && !ts.isPropertyAccessExpression(callee)) return null
    callee = callee.expression
  }
  const name = ts.isStringLiteralLike(first) ? first.text : first.getText().replaceAll('`', '')
  return { callee: callee.text, name }
}

/** Returns the ids in the last comment line before the statement that contains the call. */
function tagAbove(call: ts.Node, text: string): readonly string[] | null {
  const ranges = ts.getLeadingCommentRanges(text, call.parent.getFullStart()) ?? []
  const last = ranges.at(-1)
  const match = last === undefined ? null : TAG.exec(text.slice(last.pos, last.end))
  return match?.[1]?.trim().split(/\s+/) ?? null
}
