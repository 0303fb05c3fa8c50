import type { ITheme } from '@xterm/xterm'

/** The appearance of a terminal, from the tokens of the page. */
export interface TerminalLook {
  readonly theme: ITheme
  readonly fontFamily: string
  /** In px. */
  readonly fontSize: number
  /** Least contrast between text and background, whatever colours a program chooses. */
  readonly minimumContrastRatio: number
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
type Bright = `bright${Capitalize<(typeof NAMES)[number]>}`

/** Reads the tokens at this element: themes differ only in their tokens. */
export function lookAt(element: HTMLElement): TerminalLook {
  const read = colourReader(element)
  const look = getComputedStyle(element)
  const theme: ITheme = {
    background: read('--page'),
    foreground: read('--text'),
    cursor: read('--accent'),
    cursorAccent: read('--page'),
    selectionBackground: read('--found'),
    selectionForeground: read('--text'),
    selectionInactiveBackground: read('--selected'),
    overviewRulerBorder: read('--page'),
    scrollbarSliderBackground: read('--edge'),
    scrollbarSliderHoverBackground: read('--edge-strong'),
    scrollbarSliderActiveBackground: read('--edge-strong'),
  }
  for (const name of NAMES) {
    const colour = read(`--ansi-${name}`)
    theme[name] = colour
    theme[brightOf(name)] = name === 'black' ? read('--text-second') : colour
  }
  const isStrong = document.documentElement.dataset['contrast'] === 'more'
  return {
    theme,
    fontFamily: look.getPropertyValue('--font-code').trim(),
    fontSize: Number.parseFloat(look.getPropertyValue('--size-code')),
    minimumContrastRatio: isStrong ? 7 : 4.5,
  }
}

function brightOf(name: (typeof NAMES)[number]): Bright {
  return `bright${name[0]?.toUpperCase()}${name.slice(1)}` as Bright
}

/** Returns any CSS colour as `#rrggbb`, the form that xterm reads. */
function colourReader(element: HTMLElement): (token: string) => string {
  const probe = document.createElement('span')
  probe.hidden = true
  element.append(probe)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const paint = canvas.getContext('2d', { willReadFrequently: true })
  return (token) => {
    probe.style.color = `var(${token})`
    const { color } = getComputedStyle(probe)
    if (paint === null) return color
    paint.fillStyle = color
    paint.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map((each) => each.toString(16).padStart(2, '0')).join('')}`
  }
}
