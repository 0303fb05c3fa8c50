import ts from 'typescript'

/** Matches modules that a pure file may import. */
const OWN = /^\.{1,2}\/|^zod$/

/**
 * Returns what a file of the core accesses besides its arguments and its own names, in the order of the text: globals,
 * modules other than the core's and zod, and anything that could remember an earlier call. For the test of purity.
 */
export function namesFromOutside(text: string): readonly string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const declared = new Set<string>()
  const found: string[] = []
  const declare = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name !== undefined && ts.isIdentifier(node.name)) {
      declared.add(node.name.text)
    }
    ts.forEachChild(node, declare)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      if (!ts.isExpressionWithTypeArguments(node)) return
    }
    const odd = oddity(node)
    if (odd !== null) found.push(odd)
    if (ts.isIdentifier(node) && isRead(node) && !declared.has(node.text)) {
      found.push(...globalAt(node))
    }
    ts.forEachChild(node, visit)
  }
  declare(source)
  visit(source)
  return found
}

type Declaration = ts.Node & { readonly name?: ts.Node }

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node)
  )
}

/** Returns an impurity that is not a name; null if there is none. */
function oddity(node: ts.Node): string | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return OWN.test(node.moduleSpecifier.text) ? null : node.moduleSpecifier.text
  }
  if (node.kind === ts.SyntaxKind.ImportKeyword && ts.isCallExpression(node.parent)) {
    return 'import()'
  }
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return 'async'
  if (
    ts.isNewExpression(node) &&
    node.arguments?.length === 0 &&
    isOfModule(node) &&
    canBeFilled(node)
  ) {
    return `an empty ${node.expression.getText()} to fill`
  }
  if (!ts.isVariableStatement(node) || !ts.isSourceFile(node.parent)) return null
  if ((node.declarationList.flags & ts.NodeFlags.Const) !== 0) return null
  return `let ${node.declarationList.declarations.map(({ name }) => name.getText()).join(', ')}`
}

/** True for a collection in a variable that is not typed as readonly, so it can be changed. */
function canBeFilled({ parent }: ts.Node): boolean {
  return ts.isVariableDeclaration(parent) && !parent.type?.getText().startsWith('Readonly')
}

/** True if it is created once for the module, not for each call or object. */
function isOfModule(node: ts.Node): boolean {
  return ts.findAncestor(node, isCalledOrMade) === undefined
}

function isCalledOrMade(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isClassLike(node)
}

/** True unless it is the name of a property, a declaration or a label. */
function isRead(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false
  const named = parent as Declaration
  return named.name !== node
}

/** Returns the global. Math.random is reported separately, because all other members of Math are pure. */
function globalAt(node: ts.Identifier): readonly string[] {
  if (node.text !== 'Math') return [node.text]
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) {
    return parent.name.text === 'random' ? ['Math.random'] : ['Math']
  }
  if (ts.isElementAccessExpression(parent)) return ['Math.random']
  return ['Math as a value']
}
