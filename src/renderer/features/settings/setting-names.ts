/** Settings by the names that stand above them in the dialog: what the palette leads to. */
export const SETTING_NAMES = [
  'Model',
  'Models in the picker',
  'API key',
  'Keep keys',
  'Endpoints',
  'Messages while the agent is busy',
  'Enter while the agent is busy',
  'Summarise automatically',
  'Fallback',
  'Keep trying',
  'Model for explorers',
  'Effort',
  'New conversations start with',
  'Allow web search by the provider in new conversations',
  'Editor',
  'Name conversations automatically',
  'Budget per conversation',
  'Limits per turn',
  'Rules',
  'MCP servers',
  'Hooks, skills and agents',
  'Tokens for tools',
  'Theme',
  'Text size',
  'Code font',
  'Density',
  'Keyboard shortcuts',
  'Notify me when I am not looking',
  'Storage',
  'Base URL',
  'Timeouts',
  'Telemetry (OTLP endpoint)',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** A setting that stands there only with some values of another: where it does not, the other is shown. */
const DECIDED_BY: Readonly<Partial<Record<SettingName, SettingName>>> = {
  'Enter while the agent is busy': 'Messages while the agent is busy',
}

/** Shows a setting of the dialog, with the focus in its control, or on its heading where it has none. */
export function showSetting(dialog: HTMLElement, name: SettingName): void {
  const named = [...dialog.querySelectorAll<HTMLElement>('label, legend, h3, summary')].find(
    ({ textContent }) => textContent.trim() === name,
  )
  if (named === undefined) {
    const other = DECIDED_BY[name]
    if (other !== undefined) showSetting(dialog, other)
    return
  }
  named.scrollIntoView({ block: 'center' })
  controlOf(named).focus({ preventScroll: true })
}

function controlOf(named: HTMLElement): HTMLElement {
  if (named instanceof HTMLLabelElement) return named.control ?? named
  if (named.localName === 'summary') return named
  return named.parentElement?.querySelector<HTMLElement>('input, select, button') ?? named
}
