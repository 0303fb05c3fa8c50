import { visibleText } from '../shared/visible-text.ts'
import type { Terminal } from './terminal.ts'

/** Escapes whatever could control a terminal: a text may quote a file name, a server or a fault. */
export function terminalText(text: string): string {
  return visibleText(text, 'kept', true)
}

/** The same for standard output, which gets the text unchanged if it is no terminal. */
export function printedText({ isShown }: Pick<Terminal, 'isShown'>, text: string): string {
  return isShown ? terminalText(text) : text
}
