const KEY = 'phoenix.theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value)
}

export function savedTheme(): Theme {
  const saved = localStorage.getItem(KEY)
  return isTheme(saved) ? saved : 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  tellWindow()
}

/** Keeps the colour that the host gives the window in step with the page's. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tellWindow)
}

function tellWindow(): void {
  const { backgroundColor } = getComputedStyle(document.body)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundColor)
}

export function saveTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme(theme)
}
