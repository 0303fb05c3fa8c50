import { assertNever } from '../../shared/assert-never.ts'
import type { Inline } from './tree.ts'

/** The words alone. */
export function plainText(children: readonly Inline[]): string {
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
        case 'file':
          return plainText(node.children)
        default:
          return assertNever(node)
      }
    })
    .join('')
}
