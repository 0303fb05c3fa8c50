import { assertNever } from '../../shared/assert-never.ts'
import { firstUnits } from '../../shared/visible-text.ts'
import { lex } from './lex.ts'
import { plainText } from './plain-text.ts'
import { tabSeparated } from './table-text.ts'
import { type BlockNode, blocksOf } from './tree.ts'

/** More than a few lines can show. */
const MOST = 1_000

/** The beginning of a text as lines without its Markdown marks. */
export function plainLines(text: string): string {
  return linesOf(blocksOf(lex(firstUnits(text, MOST)))).join('\n')
}

function linesOf(nodes: readonly BlockNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    switch (node.type) {
      case 'paragraph':
      case 'line':
      case 'heading':
        return [plainText(node.children)]
      case 'code':
        return [node.text]
      case 'quote':
        return linesOf(node.children)
      case 'list':
        return node.items.map(({ children }) => `• ${linesOf(children).join('\n')}`)
      case 'table':
        return [tabSeparated(node).replaceAll('\t', ' · ')]
      case 'rule':
        return []
      default:
        return assertNever(node)
    }
  })
}
