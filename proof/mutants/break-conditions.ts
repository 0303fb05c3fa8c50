import ts from 'typescript'
import type { Mutation } from './break-cases.ts'
import { replaced, wordsOf } from './edits.ts'

/** Forces each condition of an if or a conditional expression both ways, and neutralises each operand of && and ||. */
export function brokenConditions(node: ts.Node): readonly Mutation[] {
  if (ts.isIfStatement(node)) return forced(node.expression)
  if (ts.isConditionalExpression(node)) return forced(node.condition)
  if (!ts.isBinaryExpression(node)) return []
  const operator = node.operatorToken.kind
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return neutral(node, 'true')
  return operator === ts.SyntaxKind.BarBarToken ? neutral(node, 'false') : []
}

function forced(condition: ts.Expression): readonly Mutation[] {
  return ['true', 'false'].map((value) => ({
    what: `${wordsOf(condition)} always ${value}`,
    edits: [replaced(condition, value)],
  }))
}

function neutral(node: ts.BinaryExpression, value: string): readonly Mutation[] {
  return [node.left, node.right].map((part) => ({
    what: `${wordsOf(part)} ${value} in ${wordsOf(node)}`,
    edits: [replaced(part, value)],
  }))
}

const SHIFTED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
])

/** True for an equality that is a whole condition: forcing it both ways covers negating it. */
function isForced(node: ts.BinaryExpression): boolean {
  const { parent, operatorToken } = node
  const isEquality =
    operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  return isEquality && (ts.isIfStatement(parent) || ts.isConditionalExpression(parent))
}

/** Shifts each comparison and sum, and increments each named number. */
export function shiftedBoundaries(node: ts.Node): readonly Mutation[] {
  if (ts.isBinaryExpression(node)) {
    const operator = SHIFTED.get(node.operatorToken.kind)
    if (operator === undefined || isForced(node)) return []
    return [
      {
        what: `${wordsOf(node)} with ${operator}`,
        edits: [replaced(node.operatorToken, operator)],
      },
    ]
  }
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return []
  if (!ts.isNumericLiteral(node.initializer)) return []
  return [
    {
      what: `${wordsOf(node)} one more`,
      edits: [replaced(node.initializer, `${node.initializer.getText()} + 1`)],
    },
  ]
}

/** Removes each call made for its side effect. */
export function leftOutCalls(node: ts.Node): readonly Mutation[] {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return []
  // An empty block, not nothing: an if or a for in front of it keeps a body.
  return [{ what: `${wordsOf(node)} left out`, edits: [replaced(node, '{}')] }]
}
