import { keptForAll } from '../../state/kept-texts.ts'

const SIZE_KEY = 'phoenix.text-size'
const FONT_KEY = 'phoenix.code-font'

/** The text size in conversations, in px; `usual` is Phoenix's default. */
export const TEXT_SIZES = { small: 13, usual: 15, large: 17, largest: 20 } as const
export type TextSize = keyof typeof TEXT_SIZES

export const WORDS_OF_SIZE: Readonly<Record<TextSize, string>> = {
  small: 'Small',
  usual: 'Normal',
  large: 'Large',
  largest: 'Largest',
}

/** The longest font name that is accepted. */
export const MAX_FONT_NAME = 100

/** The bundled font, which code has unless a person names another (`tokens.css`). */
export const OWN_CODE_FONT = 'JetBrains Mono'

/** The tokens that differ from their defaults. */
export type Tokens = ReadonlyMap<string, string>

export function isTextSize(value: unknown): value is TextSize {
  return typeof value === 'string' && Object.hasOwn(TEXT_SIZES, value)
}

/** Code stays smaller than the surrounding text, and lines keep their spacing. */
export function tokensOf(size: TextSize, codeFont: string): Tokens {
  const tokens = new Map<string, string>()
  const px = TEXT_SIZES[size]
  if (size !== 'usual') {
    tokens.set('--size-prose', `${px}px`)
    tokens.set('--line-prose', `${Math.round(px * 1.6)}px`)
    tokens.set('--size-code', `${px - 2}px`)
  }
  const name = fontName(codeFont)
  if (name !== '') tokens.set('--font-code', `"${name}", ui-monospace, monospace`)
  return tokens
}

/** Safe to put in quotes: characters that CSS could misread are removed. */
export function fontName(typed: string): string {
  return typed
    .replaceAll(/["\\\p{Cc}]/gu, '')
    .trim()
    .slice(0, MAX_FONT_NAME)
}

export function savedTextSize(): TextSize {
  const saved = keptForAll.getItem(SIZE_KEY)
  return isTextSize(saved) ? saved : 'usual'
}

export function savedCodeFont(): string {
  return keptForAll.getItem(FONT_KEY) ?? ''
}

export function saveTextSize(size: TextSize): void {
  keptForAll.setItem(SIZE_KEY, size)
  applyTextLook()
}

export function saveCodeFont(name: string): void {
  keptForAll.setItem(FONT_KEY, fontName(name))
  applyTextLook()
}

/** Applies the chosen look to the page. */
export function applyTextLook(): void {
  const { style } = document.documentElement
  const tokens = tokensOf(savedTextSize(), savedCodeFont())
  for (const name of ['--size-prose', '--line-prose', '--size-code', '--font-code']) {
    const value = tokens.get(name)
    if (value === undefined) style.removeProperty(name)
    else style.setProperty(name, value)
  }
}
