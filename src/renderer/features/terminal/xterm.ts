import { FitAddon } from '@xterm/addon-fit'
import { type ISearchOptions, SearchAddon } from '@xterm/addon-search'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { TerminalSize } from '../../../shared/conversation/terminal.ts'
import { TERMINAL_LINES } from '../../../shared/conversation/terminal-limits.ts'
import type { Drawing } from '../../state/terminals/terminal-line.ts'
import { pastedText } from './terminal-paste.ts'
import { openStrictly } from './strict-styles.ts'
import { keyInTerminal } from './terminal-keys.ts'
import { type LinkActs, linksOf } from './terminal-links.ts'
import { lookAt, type TerminalLook } from './terminal-look.ts'

/** Equal to --scrollbar. */
const SCROLLBAR_PX = 10
/** The most matches that are highlighted: each one is an element. */
const MOST_MARKS = 1_000

export interface XtermActs extends LinkActs {
  readonly isMac: boolean
  readonly isReadAloud: boolean
  /** Called with everything that a person types. */
  readonly onTyped: (data: string) => void
  readonly onSelected: (text: string) => void
  readonly copy: (text: string) => void
  /** Called when a person wants to search in it. */
  readonly find: () => void
  readonly onFound: (found: FoundInTerminal) => void
  /** True if this window answers a program's queries for colours: only one window may. */
  readonly isInUse: () => boolean
}

/** Counted from 1. Null: none is current. */
export interface FoundInTerminal {
  readonly current: number | null
  readonly count: number
}

export type FindWay = 'typed' | 'next' | 'previous'

export interface Xterm extends Drawing {
  /** The size that fits into its element; null: it is not visible. */
  fitting(): TerminalSize | null
  readAloud(isOn: boolean): void
  /** Highlights all matches of this text, and goes to one. '' clears them. */
  find(text: string, way: FindWay): void
  focus(): void
  dispose(): void
}

/** Opens a terminal in this element. The font must have been loaded. */
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
  const search = new SearchAddon({ highlightLimit: MOST_MARKS })
  terminal.loadAddon(search)
  search.onDidChangeResults(({ resultCount, resultIndex }) =>
    acts.onFound({ current: resultIndex < 0 ? null : resultIndex + 1, count: resultCount }),
  )
  leaveAnswersToHost(terminal, acts.isInUse)
  terminal.registerLinkProvider(linksOf(terminal, acts))
  terminal.onData(acts.onTyped)
  terminal.onSelectionChange(() => acts.onSelected(terminal.getSelection()))
  terminal.attachCustomKeyEventHandler((event) => {
    const does = keyInTerminal(event, isMac)
    if (does === 'find') {
      // The key has another meaning in the window.
      event.preventDefault()
      event.stopPropagation()
      if (event.type === 'keydown') acts.find()
    }
    if (does === 'copy' && event.type === 'keydown') {
      event.preventDefault()
      if (terminal.hasSelection()) acts.copy(terminal.getSelection())
    }
    return does === 'type'
  })
  /** The highlighted text; '': none. */
  let sought = ''
  openStrictly(terminal, element)
  element.addEventListener('paste', (event) => pasteInto(terminal, event), { capture: true })
  const stopFollowing = followLook(element, (look) => {
    Object.assign(terminal.options, look)
    if (sought === '') return
    // Decorations keep their original colours, so they are drawn again.
    search.clearDecorations()
    search.findNext(sought, { incremental: true, decorations: marksOf(terminal) })
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
    find(text, way) {
      sought = text
      if (text === '') {
        search.clearDecorations()
        terminal.clearSelection()
        return
      }
      const options = { incremental: way === 'typed', decorations: marksOf(terminal) }
      if (way === 'previous') search.findPrevious(text, options)
      else search.findNext(text, options)
    },
    focus: () => terminal.focus(),
    dispose() {
      stopFollowing()
      terminal.dispose()
    },
  }
}

function marksOf({ options }: Terminal): NonNullable<ISearchOptions['decorations']> {
  const { scrollbarSliderActiveBackground = '', selectionBackground = '' } = options.theme ?? {}
  return {
    matchBackground: selectionBackground,
    activeMatchBackground: selectionBackground,
    activeMatchBorder: options.theme?.cursor ?? '',
    matchOverviewRuler: scrollbarSliderActiveBackground,
    activeMatchColorOverviewRuler: options.theme?.cursor ?? '',
  }
}

function silent(): boolean {
  return true
}

/**
 * The host has its own copy of each terminal, and answers the queries of programs: several windows would answer several
 * times, and a redrawn screen would answer again. Colours depend on the window, so the one in use answers for them.
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

/** Instead of xterm, which would paste control characters too. */
function pasteInto(terminal: Terminal, event: ClipboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
  terminal.paste(pastedText(event.clipboardData?.getData('text/plain') ?? ''))
}

/** Reports each new look: another theme, contrast, text size or font. */
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
