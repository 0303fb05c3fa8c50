import type { Terminal } from '@xterm/xterm'

/** The path in xterm 6.0.0 to the object that creates the cells of a row. */
const ROW_FACTORY = ['_core', '_renderService', '_renderer', 'value', '_rowFactory']

/**
 * Opens a terminal under the page's strict policy, which refuses style elements and style attributes; xterm creates
 * both (docs/decisions/122). Elements created while it opens, and each later cell, are replaced by ones that turn the
 * same styles into sheets and properties, which the policy allows. xterm's own `documentOverride` does not reach all of
 * these places.
 */
export function openStrictly(terminal: Terminal, element: HTMLElement): void {
  Object.defineProperty(document, 'createElement', { value: createStrictly, configurable: true })
  try {
    terminal.open(element)
  } finally {
    // Deleting the document's own property restores the inherited one.
    Reflect.deleteProperty(document, 'createElement')
  }
  const rows = ROW_FACTORY.reduce<unknown>(partOf, terminal)
  if (typeof rows !== 'object' || rows === null || !('_document' in rows))
    throw new Error('This xterm is built another way: its cells would have no colours.')
  rows._document = { createElement: createStrictly }
}

function partOf(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined
}

function createStrictly(name: string): HTMLElement {
  return name === 'style' ? sheetElement() : withStyleProperties(plainElement(name))
}

function plainElement(name: string): HTMLElement {
  return Document.prototype.createElement.call(document, name)
}

/** Replaces a style element in the page: its text is a sheet of the page for as long as it is connected. */
function sheetElement(): HTMLElement {
  const element = plainElement('span')
  const sheet = new CSSStyleSheet()
  element.hidden = true
  document.adoptedStyleSheets.push(sheet)
  Object.defineProperty(element, 'textContent', {
    get: () => '',
    set(text: string) {
      sheet.replaceSync(text)
    },
  })
  const remove = element.remove.bind(element)
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    remove()
  }
  return element
}

function withStyleProperties(element: HTMLElement): HTMLElement {
  const setAttribute = element.setAttribute.bind(element)
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value
    else setAttribute(name, value)
  }
  return element
}
