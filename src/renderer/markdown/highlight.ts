import { common, createLowlight } from 'lowlight'

/** A run of code in one colour. The class names are highlight.js's own. */
export interface CodeRun {
  readonly text: string
  readonly classes: string
}

type Lowlight = ReturnType<typeof createLowlight>
type Node = ReturnType<Lowlight['highlight']>['children'][number]

/** Null until the first code is shown: a window opens sooner without all the grammars. */
let loaded: Lowlight | null = null

/** Longer code stays plain: highlighting it would block the window. */
const MAX_LENGTH = 16_000
const MAX_GROWING_LENGTH = 6_000
/** More colours, or deeper nesting, do not help a reader, and block the window. */
const MOST_RUNS = 4_000
const MOST_LEVELS = 32

export function highlight(code: string, language: string, isGrowing: boolean): readonly CodeRun[] {
  const limit = isGrowing ? MAX_GROWING_LENGTH : MAX_LENGTH
  const name = language.toLowerCase()
  const lowlight = (loaded ??= createLowlight(common))
  if (code.length > limit || !lowlight.registered(name)) return [{ text: code, classes: '' }]
  const runs: CodeRun[] = []
  for (const node of lowlight.highlight(name, code).children) collect(node, '', { runs, level: 0 })
  return runs.length <= MOST_RUNS ? runs : [{ text: code, classes: '' }]
}

interface Collected {
  readonly runs: CodeRun[]
  readonly level: number
}

/** Deeper nesting keeps the colour of its surroundings. */
function collect(node: Node, classes: string, { runs, level }: Collected): void {
  if (node.type === 'text') runs.push({ text: node.value, classes })
  if (node.type !== 'element') return
  if (level >= MOST_LEVELS) {
    runs.push({ text: textOf(node), classes })
    return
  }
  const own = node.properties.className
  const names = Array.isArray(own) ? own.join(' ') : ''
  const all = classes === '' ? names : `${classes} ${names}`
  for (const child of node.children) collect(child, all, { runs, level: level + 1 })
}

function textOf(node: Node): string {
  const texts: string[] = []
  const left: Node[] = [node]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.type === 'text') texts.push(next.value)
    if (next.type === 'element') left.push(...next.children.toReversed())
  }
  return texts.join('')
}

const CHUNK_LINES = 200

/** Splits long plain code into pieces of which only the last one grows. */
export function plainChunks(code: string): readonly string[] {
  const lines = code.split('\n')
  const chunks: string[] = []
  for (let index = 0; index < lines.length; index += CHUNK_LINES) {
    const isLast = index + CHUNK_LINES >= lines.length
    chunks.push(lines.slice(index, index + CHUNK_LINES).join('\n') + (isLast ? '' : '\n'))
  }
  return chunks
}
