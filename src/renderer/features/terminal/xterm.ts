import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { TERMINAL_LINES, TerminalSize } from '../../../shared/conversation/terminal.ts'
import type { Drawing } from '../../state/terminals/terminal-line.ts'
import { openStrictly } from './strict-styles.ts'
import { keyInTerminal } from './terminal-keys.ts'
import { type LinkActs, linksOf } from './terminal-links.ts'
import { lookAt, type TerminalLook } from './terminal-look.ts'

/** As --scrollbar. */
const SCROLLBAR_PX = 10

export interface XtermActs extends LinkActs {
  readonly isMac: boolean
  readonly isReadAloud: boolean
  /** What a person types. */
  readonly onTyped: (data: string) => void
  readonly onSelected: (text: string) => void
  readonly copy: (text: string) => void
  /** Whether this window answers what a program asks of its colours: only one may. */
  readonly isInUse: () => boolean
}

export interface Xterm extends Drawing {
  /** What fits into its place; null: it is not to be seen. */
  fitting(): TerminalSize | null
  readAloud(isOn: boolean): void
  focus(): void
  dispose(): void
}

/** A terminal as it is drawn in this element. The font must have been loaded. */
export function openXterm(element: HTMLElement, acts: XtermActs): Xterm {
  const { isMac, isReadAloud } = acts
  const terminal = new Terminal({
    ...lookAt(element),
    allowProposedApi: true,
    cursorBlink: false,
    lineHeight: 1.2,
    macOptionIsMeta: true,
    overviewRuler: { width: SCROLLBAR_PX },
    rightClickSelectsWord: isMac,
    screenReaderMode: isReadAloud,
    scrollback: TERMINAL_LINES,
    linkHandler: {
      activate: (event, href) => {
        if (acts.isMeant(event) && /^https?:/i.test(href)) acts.openAddress(href)
      },
    },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  leaveAnswersToHost(terminal, acts.isInUse)
  terminal.registerLinkProvider(linksOf(terminal, acts))
  terminal.onData(acts.onTyped)
  terminal.onSelectionChange(() => acts.onSelected(terminal.getSelection()))
  terminal.attachCustomKeyEventHandler((event) => {
    const does = keyInTerminal(event, isMac)
    if (does === 'copy' && event.type === 'keydown') {
      event.preventDefault()
      if (terminal.hasSelection()) acts.copy(terminal.getSelection())
    }
    return does === 'type'
  })
  openStrictly(terminal, element)
  const stopFollowing = followLook(element, (look) => {
    Object.assign(terminal.options, look)
  })

  return {
    reset({ columns, rows }) {
      terminal.reset()
      terminal.resize(columns, rows)
    },
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
    write: (text, drawn) => terminal.write(text, drawn),
    fitting() {
      const proposed = fit.proposeDimensions()
      if (proposed === undefined) return null
      const size = TerminalSize.safeParse({ columns: proposed.cols, rows: proposed.rows })
      return size.success ? size.data : null
    },
    readAloud(isOn) {
      terminal.options.screenReaderMode = isOn
    },
    focus: () => terminal.focus(),
    dispose() {
      stopFollowing()
      terminal.dispose()
    },
  }
}

function silent(): boolean {
  return true
}

/**
 * The host has a terminal of its own for each, and answers what programs ask: several windows would answer several times, and a
 * screen that is drawn again would answer again. Colours are the window's, so the one in use answers for them.
 */
function leaveAnswersToHost({ parser }: Terminal, isInUse: () => boolean): void {
  for (const prefix of [undefined, '?', '>', '=']) {
    const of = prefix === undefined ? {} : { prefix }
    for (const final of ['c', 'n', 'q']) parser.registerCsiHandler({ ...of, final }, silent)
    parser.registerCsiHandler({ ...of, intermediates: '$', final: 'p' }, silent)
  }
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, silent)
  for (const command of [4, 10, 11, 12])
    parser.registerOscHandler(command, (data) => data.includes('?') && !isInUse())
}

/** Tells each new look: another theme, contrast, size of text or font. */
function followLook(element: HTMLElement, change: (look: TerminalLook) => void): () => void {
  const tell = (): void => change(lookAt(element))
  const watcher = new MutationObserver(tell)
  const attributeFilter = ['data-theme', 'data-contrast', 'style']
  watcher.observe(document.documentElement, { attributeFilter })
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', tell)
  return () => {
    watcher.disconnect()
    scheme.removeEventListener('change', tell)
  }
}
