/** Settings by the names that stand above them in the dialog: what the palette leads to. */
export const SETTING_NAMES = [
  'Model',
  'API key',
  'Keep keys',
  'Base URL',
  'Endpoints',
  'Effort',
  'Fallback',
  'Model for explorers',
  'Name conversations automatically',
  'Messages while the agent is busy',
  'Enter while the agent is busy',
  'Summarise by itself',
  'New conversations start with',
  'Allow web search by the provider in new conversations',
  'Limits of one turn',
  'Rules',
  'Theme',
  'Telemetry (OTLP endpoint)',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** Shows a setting of the dialog, with the focus in its control. */
export function showSetting(dialog: HTMLElement, name: SettingName): void {
  const named = [...dialog.querySelectorAll('label, legend, h3')].find(
    ({ textContent }) => textContent.trim() === name,
  )
  if (named === undefined) return
  named.scrollIntoView({ block: 'center' })
  const control =
    named instanceof HTMLLabelElement
      ? named.control
      : named.parentElement?.querySelector<HTMLElement>('input, select, button')
  control?.focus({ preventScroll: true })
}
