import { assertNever } from '../../shared/assert-never.ts'
import type { BlockNode, Inline } from './tree.ts'

type Table = Extract<BlockNode, { type: 'table' }>

/** One line per row, cells separated by tabs, for spreadsheets. */
export function tabSeparated({ header, rows }: Table): string {
  const lines = [header, ...rows].map((row) =>
    row.map(({ children }) => oneLine(children)).join('\t'),
  )
  return lines.join('\n')
}

/** A tab or a break in a cell would end it. */
function oneLine(children: readonly Inline[]): string {
  return plainText(children).replaceAll(/\s+/g, ' ').trim()
}

function plainText(children: readonly Inline[]): string {
  return children
    .map((node) => {
      switch (node.type) {
        case 'text':
        case 'code':
        case 'image':
          return node.text
        case 'break':
          return ' '
        case 'strong':
        case 'emphasis':
        case 'deleted':
        case 'link':
          return plainText(node.children)
        default:
          return assertNever(node)
      }
    })
    .join('')
}
