import {
  Menu,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'
import { guard } from '../../runtime/guard.ts'

const MOST_SUGGESTED = 5

/** The context menu: Electron has none by default. */
export function setContextMenu(contents: WebContents): void {
  const open = guard('a context menu', (_event: unknown, params: ContextMenuParams) => {
    const template = templateOf(params, contents)
    if (template.length > 0) Menu.buildFromTemplate(template).popup()
  })
  contents.on('context-menu', open)
}

/** Empty if nothing under the pointer can be copied or edited. */
function templateOf(
  params: ContextMenuParams,
  contents: WebContents,
): MenuItemConstructorOptions[] {
  const { editFlags, isEditable } = params
  if (isEditable) {
    return [
      ...spellingOf(params, contents),
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
  }
  return params.selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }]
}

function spellingOf(
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
  contents: WebContents,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return []
  const suggestions = dictionarySuggestions.slice(0, MOST_SUGGESTED).map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }))
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    { type: 'separator' },
    {
      label: 'Add to dictionary',
      click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    { type: 'separator' },
  ]
}
