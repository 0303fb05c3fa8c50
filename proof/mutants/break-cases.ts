import ts from 'typescript'
import { type Edit, replaced, wordsOf } from './edits.ts'

export interface Mutation {
  readonly what: string
  readonly edits: readonly Edit[]
}

/** Labels that share a body. */
interface Group {
  readonly labels: readonly ts.CaseClause[]
  readonly last: ts.CaseClause
}

/** Removes each case of a switch in turn, and swaps each body with its neighbour's. */
export function brokenCases(node: ts.Node): readonly Mutation[] {
  if (!ts.isSwitchStatement(node)) return []
  const groups = groupsOf(node)
  const isStep = node.getText().includes('refused(')
  const removed = groups.flatMap((group) =>
    group.labels.map((label) => withoutCase(node, group, label, isStep)),
  )
  return [...removed, ...swaps(groups)]
}

function groupsOf(node: ts.SwitchStatement): readonly Group[] {
  const groups: Group[] = []
  let labels: ts.CaseClause[] = []
  for (const clause of node.caseBlock.clauses) {
    if (!ts.isCaseClause(clause)) continue
    labels.push(clause)
    if (clause.statements.length === 0) continue
    groups.push({ labels, last: clause })
    labels = []
  }
  return groups
}

/** In a step, the case gets its own neutral answer; elsewhere it falls through to the default, which throws. */
function withoutCase(
  node: ts.SwitchStatement,
  { labels, last }: Group,
  label: ts.CaseClause,
  isStep: boolean,
): Mutation {
  const name = label.expression.getText()
  const what = `case ${name} removed`
  const isNeutral =
    bodyOf(last).includes("return refused('nothingToDo')") && last.statements.length === 1
  const answer = isStep
    ? `case ${name}: return refused('${isNeutral ? 'stale' : 'nothingToDo'}')\n`
    : ''
  const start = node.caseBlock.clauses[0]?.getStart() ?? 0
  const added: Edit = { from: start, to: start, with: answer }
  if (labels.length === 1) return { what, edits: [replaced(last, '/**/'), added] }
  // If several labels share a body, only this one is removed.
  const head: Edit = { from: label.getStart(), to: label.expression.getEnd() + 1, with: '' }
  return { what, edits: [head, added] }
}

function bodyOf(clause: ts.CaseClause): string {
  return clause.statements.map((statement) => statement.getText()).join('\n')
}

function swaps(groups: readonly Group[]): readonly Mutation[] {
  return groups.flatMap(({ last }, index) => {
    const next = groups[index + 1]?.last
    if (next === undefined || bodyOf(last) === bodyOf(next)) return []
    const what = `case ${wordsOf(last.expression)} swapped with ${wordsOf(next.expression)}`
    return [{ what, edits: [withBody(last, bodyOf(next)), withBody(next, bodyOf(last))] }]
  })
}

function withBody(clause: ts.CaseClause, body: string): Edit {
  const from = clause.statements[0]?.getStart() ?? clause.getEnd()
  return { from, to: clause.getEnd(), with: body }
}
