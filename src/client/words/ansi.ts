import { trimEndOf } from '../../shared/trim-end.ts'

/**
 * A run of a command's output in one style. `classes` are CSS classes such as `ansi-red`: names of colours, never
 * values.
 */
export interface AnsiRun {
  readonly text: string
  readonly classes: string
}

interface Style {
  readonly foreground: string
  readonly background: string
  readonly marks: ReadonlySet<string>
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
const PLAIN: Style = { foreground: '', background: '', marks: new Set() }

const ESCAPE = '\u001B'
const BELL = '\u0007'
const SEQUENCE = new RegExp(
  String.raw`${ESCAPE}(?:\[([\d;:<=>?]*)([ -/]*[@-~])|\][^${BELL}${ESCAPE}\n]*(?:${BELL}|${ESCAPE}\\)?|[@-Z\\^_]|[ -/]+[0-~])`,
  'g',
)

/** Parses output as a terminal would show it, except for cursor movements: keeps colours, drops other sequences. */
export function parseAnsi(output: string): readonly AnsiRun[] {
  const text = overwriteLines(output)
  const runs: AnsiRun[] = []
  let style = PLAIN
  let end = 0
  for (const match of text.matchAll(SEQUENCE)) {
    push(runs, text.slice(end, match.index), style)
    end = match.index + match[0].length
    if (match[2] === 'm') style = restyle(style, match[1] ?? '')
  }
  push(runs, text.slice(end), style)
  return runs
}

/** Keeps only the last version of an overwritten line: progress bars show their last state. */
function overwriteLines(output: string): string {
  if (!output.includes('\r')) return output
  return output.split('\n').map(lastVersion).join('\n')
}

function lastVersion(line: string): string {
  const printed = trimEndOf(line, '\r')
  return printed.slice(printed.lastIndexOf('\r') + 1)
}

function push(runs: AnsiRun[], text: string, style: Style): void {
  if (text === '') return
  const classes = [style.foreground, style.background, ...style.marks].filter((name) => name !== '')
  const joined = classes.join(' ')
  const last = runs.at(-1)
  if (last?.classes === joined) runs[runs.length - 1] = { ...last, text: last.text + text }
  else runs.push({ text, classes: joined })
}

function restyle(before: Style, parameters: string): Style {
  const codes = parameters.split(';').flatMap(codesOf)
  let style = before
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0
    if (code !== 38 && code !== 48 && code !== UNDERLINE_COLOUR) {
      style = applyCode(style, code)
      continue
    }
    const extended = extendedColour(codes.slice(index + 1))
    index += extended.used
    if (extended.name === null || code === UNDERLINE_COLOUR) continue
    style =
      code === 38
        ? { ...style, foreground: `ansi-${extended.name}` }
        : { ...style, background: `ansi-on-${extended.name}` }
  }
  return style
}

/** Underlines have the colour of their text here. */
const UNDERLINE_COLOUR = 58

/** Returns a parameter with parts, such as `38:2::255:0:0`, as `38;2;255;0;0`. Of a kind of underline, only whether there is one. */
function codesOf(parameter: string): readonly number[] {
  const parts = parameter.split(':')
  const [code = 0, kind, ...rest] = parts.map(Number)
  if (kind === undefined) return [code]
  if (code === 4) return [kind === 0 ? 24 : 4]
  const colour = kind === 2 && rest.length > 3 ? rest.slice(1, 4) : rest
  return [code, kind, ...colour]
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return PLAIN
  const mark = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'struck' }[code]
  if (mark !== undefined) return { ...style, marks: new Set([...style.marks, `ansi-${mark}`]) }
  const off = {
    22: ['bold', 'dim'],
    23: ['italic'],
    24: ['underline'],
    27: ['inverse'],
    29: ['struck'],
  }[code]
  if (off !== undefined) {
    const gone = new Set(off.map((name) => `ansi-${name}`))
    return { ...style, marks: new Set([...style.marks].filter((name) => !gone.has(name))) }
  }
  if (code === 39) return { ...style, foreground: '' }
  if (code === 49) return { ...style, background: '' }
  return applyColour(style, code)
}

function applyColour(style: Style, code: number): Style {
  const name = NAMES[code % 10]
  if (name === undefined) return style
  switch (Math.floor(code / 10)) {
    case 3:
      return { ...style, foreground: `ansi-${name}` }
    case 9:
      return { ...style, foreground: `ansi-bright-${name}` }
    case 4:
      return { ...style, background: `ansi-on-${name}` }
    case 10:
      return { ...style, background: `ansi-on-bright-${name}` }
    default:
      return style
  }
}

/** Reads `5;n` or `2;r;g;b` as the nearest of the sixteen colours, which the page's theme defines. */
function extendedColour(codes: readonly number[]): { used: number; name: string | null } {
  const [kind, first = 0, second = 0, third = 0] = codes
  if (kind === 5) return { used: 2, name: nameOfIndex(first) }
  if (kind === 2) return { used: 4, name: nearest(first, second, third) }
  return { used: codes.length, name: null }
}

function nameOfIndex(index: number): string {
  if (index < 16) return `${index > 7 ? 'bright-' : ''}${NAMES[index % 8] ?? 'white'}`
  if (index > 231) {
    const grey = 8 + (index - 232) * 10
    return nearest(grey, grey, grey)
  }
  const cube = index - 16
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6))
}

function level(step: number): number {
  return step === 0 ? 0 : 55 + step * 40
}

function nearest(red: number, green: number, blue: number): string {
  const highest = Math.max(red, green, blue)
  if (highest - Math.min(red, green, blue) < 32) return nameOfGrey(highest)
  const half = highest / 2
  const index = (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)
  return `${highest > 192 ? 'bright-' : ''}${NAMES[index] ?? 'white'}`
}

function nameOfGrey(level: number): string {
  if (level < 64) return 'black'
  if (level < 160) return 'bright-black'
  return level < 224 ? 'white' : 'bright-white'
}
