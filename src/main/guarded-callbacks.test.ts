import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const HERE = import.meta.dirname

/** Methods that call back from outside of any caller of ours, and from which argument on the callback may stand. */
const METHODS = new Map([
  ['on', 1],
  ['once', 1],
  ['addListener', 1],
  ['prependListener', 1],
  ['addEventListener', 1],
  ['listen', 1],
  ['send', 1],
  ['handleUpgrade', 3],
  ['nextTick', 0],
])
/** Functions that do. */
const FUNCTIONS = new Map([
  ['setTimeout', 0],
  ['setInterval', 0],
  ['setImmediate', 0],
  ['queueMicrotask', 0],
  ['watch', 1],
  ['watchFile', 1],
  ['unlink', 1],
  ['treeKill', 2],
])

/** What is handed over as it is: it cannot throw, or it runs where nothing of the host can end. */
const AS_THEY_ARE: Readonly<Record<string, string>> = {
  'adapters/processes/tree/sweep-loop.ts':
    'runs in a thread of its own: one that throws ends, is noticed and started again (worker-ender.ts)',
  'adapters/processes/tree/sweep-worker.ts': 'the same thread',
  'adapters/process-host/process-host-entry.ts':
    'runs in a process of its own: one that throws ends, is noticed and replaced (process-host.ts)',
  'hosts/electron/utility-entry.ts': 'the same process in Electron',
  'adapters/sqlite/search/search-thread.ts':
    'runs in a thread of its own: one that throws ends, is noticed and started again (search-port.ts)',
  'adapters/sqlite/search/search-worker.ts': 'the same thread',
  'load/load-program.ts': 'runs before there is a net, and never throws there',
  'adapters/system/last-net.ts': 'the net itself; reportFault never throws there',
}

interface Site {
  readonly where: string
  readonly text: string
  readonly isGuarded: boolean
}

function sourceFiles(): readonly string[] {
  return readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$|(^|\/)fakes\//.test(name))
    .toSorted()
}

function sitesIn(name: string, text: string): readonly Site[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const sites: Site[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) sites.push(...sitesOf(node, file))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return sites
}

function sitesOf(call: ts.CallExpression, file: ts.SourceFile): readonly Site[] {
  const callee = calleeOf(call.expression)
  const calling = ts.isIdentifier(call.expression) ? FUNCTIONS : METHODS
  const first = calling.get(callee)
  if (first === undefined) return []
  const callback = call.arguments.slice(first).find(mayBeCallback)
  if (callback === undefined) return []
  const line = file.getLineAndCharacterOfPosition(callback.getStart()).line + 1
  const text = `${callee}(${callback.getText().split('\n')[0]}`
  return [{ where: `${file.fileName}:${line}`, text, isGuarded: isGuarded(callback, file) }]
}

function calleeOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

/** Not what is plainly something else: a literal, options. */
function mayBeCallback(node: ts.Expression): boolean {
  if (ts.isCallExpression(node)) return calleeOf(node.expression) === 'guard'
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || isNamed(node)
}

function isNamed(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
}

/** Guarded where it stands, or where it is made: `const end = guard(...)`. */
function isGuarded(callback: ts.Expression, file: ts.SourceFile): boolean {
  if (isGuard(callback) || settles(callback)) return true
  if (ts.isArrowFunction(callback)) return isEmpty(callback.body)
  if (!ts.isIdentifier(callback)) return false
  return madeBy(callback.text, file).some((made) => isGuard(made) || isJson(made))
}

function isGuard(node: ts.Node): boolean {
  return ts.isCallExpression(node) && calleeOf(node.expression) === 'guard'
}

/** A text, which nothing calls. */
function isJson(node: ts.Node): boolean {
  return ts.isCallExpression(node) && calleeOf(node.expression) === 'stringify'
}

/** What settles a promise cannot throw: `resolve`, `() => resolve(value)`. */
function settles(node: ts.Node): boolean {
  if (ts.isArrowFunction(node)) return ts.isCallExpression(node.body) && settlesWith(node.body)
  return ts.isIdentifier(node) && node.text === 'resolve'
}

function settlesWith({ expression, arguments: given }: ts.CallExpression): boolean {
  return settles(expression) && given.every((each) => !ts.isCallExpression(each))
}

function isEmpty(body: ts.Node): boolean {
  return ts.isIdentifier(body) && body.text === 'undefined'
}

function madeBy(name: string, file: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    const isMaking = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)
    if (isMaking && node.name.getText() === name && node.initializer) found.push(node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const files = sourceFiles()
/** Parsing takes long, and most files call none of these. */
const CALLS = new RegExp(String.raw`\b(?:${[...METHODS.keys(), ...FUNCTIONS.keys()].join('|')})\b`)
const sites = files.flatMap((name) => {
  const text = readFileSync(join(HERE, name), 'utf8')
  return CALLS.test(text) ? sitesIn(name, text) : []
})

test('every callback of a watcher, timer, socket, child, stream, thread, signal or window runs under the guard', () => {
  const bare = sites
    .filter(
      ({ where, isGuarded }) => !isGuarded && AS_THEY_ARE[where.split(':')[0] ?? ''] === undefined,
    )
    .map(({ where, text }) => `${where} ${text}`)
  expect(bare).toEqual([])
})

test('the list of exceptions names no file without one', () => {
  for (const name of Object.keys(AS_THEY_ARE))
    expect(sites.filter(({ where }) => where.startsWith(`${name}:`))).not.toEqual([])
})

test.for([
  ["watcher.on('change', () => throwing())", false],
  ["watcher.on('change', guard('a change', () => throwing()))", true],
  ["const changed = guard('a change', () => throwing())\nwatcher.on('change', changed)", true],
  ["const changed = () => throwing()\nwatcher.on('change', changed)", false],
  ["watcher.on('change', this.changed)", false],
  ['setTimeout(run, 5)', false],
  ['new Promise((resolve) => setTimeout(resolve, 5))', true],
  ['new Promise((resolve) => setTimeout(() => resolve(throwing()), 5))', false],
  ["socket.on('error', () => undefined)", true],
  ['watch(folder, { persistent: false }, (event) => throwing())', false],
  ['socket.send(text, () => throwing())', false],
] as const)('it would be found: %s', ([text, isGuarded]) => {
  expect(sitesIn('some.ts', text).map((site) => site.isGuarded)).toEqual([isGuarded])
})
