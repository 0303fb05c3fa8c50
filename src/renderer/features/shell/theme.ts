import { assertNever } from '../../../shared/assert-never.ts'
import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.theme'
const MORE_CONTRAST = '(prefers-contrast: more)'

export const THEMES = ['system', 'light', 'dark', 'contrast-light', 'contrast-dark'] as const
export type Theme = (typeof THEMES)[number]

export const WORDS_OF_THEME: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  'contrast-light': 'Light, high contrast',
  'contrast-dark': 'Dark, high contrast',
}

/** The effect of a theme on the page; null: the system's scheme. */
export interface ThemeLook {
  readonly scheme: 'light' | 'dark' | null
  readonly hasHighContrast: boolean
}

/** `wantsContrast`: the system requests more contrast. Only a theme that follows the system obeys it. */
export function lookOfTheme(theme: Theme, wantsContrast: boolean): ThemeLook {
  switch (theme) {
    case 'system':
      return { scheme: null, hasHighContrast: wantsContrast }
    case 'light':
    case 'dark':
      return { scheme: theme, hasHighContrast: false }
    case 'contrast-light':
      return { scheme: 'light', hasHighContrast: true }
    case 'contrast-dark':
      return { scheme: 'dark', hasHighContrast: true }
    default:
      return assertNever(theme)
  }
}

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value)
}

export function savedTheme(): Theme {
  const saved = keptForAll.getItem(KEY)
  return isTheme(saved) ? saved : 'system'
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  const { scheme, hasHighContrast } = lookOfTheme(theme, matchMedia(MORE_CONTRAST).matches)
  if (scheme === null) delete dataset['theme']
  else dataset['theme'] = scheme
  if (hasHighContrast) dataset['contrast'] = 'more'
  else delete dataset['contrast']
  tellWindow()
}

/** Keeps contrast, and the window's colour in the host, in step with the system's. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tellWindow)
  matchMedia(MORE_CONTRAST).addEventListener('change', () => applyTheme(savedTheme()))
}

function tellWindow(): void {
  const { backgroundColor } = getComputedStyle(document.body)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundColor)
}

export function saveTheme(theme: Theme): void {
  keptForAll.setItem(KEY, theme)
  applyTheme(theme)
}
