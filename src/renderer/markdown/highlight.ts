import { common, createLowlight } from 'lowlight'

/** A run of code in one colour. The class names are highlight.js's own. */
export interface CodeRun {
  readonly text: string
  readonly classes: string
}

type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>
type Node = Root['children'][number]

const lowlight = createLowlight(common)

/** Longer code stays plain: colouring it would hold up the window. */
const MAX_LENGTH = 40_000
const MAX_GROWING_LENGTH = 6_000

export function highlight(code: string, language: string, isGrowing: boolean): readonly CodeRun[] {
  const limit = isGrowing ? MAX_GROWING_LENGTH : MAX_LENGTH
  const name = language.toLowerCase()
  if (code.length > limit || !lowlight.registered(name)) return [{ text: code, classes: '' }]
  const runs: CodeRun[] = []
  for (const node of lowlight.highlight(name, code).children) collect(node, '', runs)
  return runs
}

function collect(node: Node, classes: string, runs: CodeRun[]): void {
  if (node.type === 'text') runs.push({ text: node.value, classes })
  if (node.type !== 'element') return
  const own = node.properties.className
  const names = Array.isArray(own) ? own.join(' ') : ''
  const all = classes === '' ? names : `${classes} ${names}`
  for (const child of node.children) collect(child, all, runs)
}

const CHUNK_LINES = 200

/** Long plain code in pieces of which only the last one grows. */
export function plainChunks(code: string): readonly string[] {
  const lines = code.split('\n')
  const chunks: string[] = []
  for (let index = 0; index < lines.length; index += CHUNK_LINES) {
    const isLast = index + CHUNK_LINES >= lines.length
    chunks.push(lines.slice(index, index + CHUNK_LINES).join('\n') + (isLast ? '' : '\n'))
  }
  return chunks
}
