import { assertNever } from '../../../shared/assert-never.ts'

/** The changes that a test makes. Texts of edits next to other changes are whole lines. */
export type Change =
  | {
      readonly type: 'edit'
      readonly path: string
      readonly oldText: string
      readonly newText: string
      readonly all?: boolean
    }
  | { readonly type: 'create'; readonly path: string; readonly text: string }
  | { readonly type: 'delete'; readonly path: string }

export function edit(path: string, oldText: string, newText: string): Change & { type: 'edit' } {
  return { type: 'edit', path, oldText, newText }
}

/** The call that makes these changes: edit_file for one edit, otherwise apply_patch. */
export function changing(
  ...changes: readonly Change[]
): readonly [name: string, input: Record<string, unknown>] {
  const [only] = changes
  if (changes.length === 1 && only?.type === 'edit') {
    const { all = false, newText, oldText, path } = only
    return ['edit_file', { path, old_string: oldText, new_string: newText, replace_all: all }]
  }
  const lines = changes.flatMap(linesOf)
  return ['apply_patch', { patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') }]
}

function linesOf(change: Change): readonly string[] {
  switch (change.type) {
    case 'edit':
      return [
        `*** Update File: ${change.path}`,
        ...marked('-', change.oldText),
        ...marked('+', change.newText),
      ]
    case 'create':
      return [`*** Add File: ${change.path}`, ...marked('+', change.text)]
    case 'delete':
      return [`*** Delete File: ${change.path}`]
    default:
      return assertNever(change)
  }
}

function marked(mark: string, text: string): readonly string[] {
  const lines = text.replace(/\n$/, '').split('\n')
  return text === '' ? [] : lines.map((line) => mark + line)
}
