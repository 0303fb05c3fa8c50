/** Settings by their labels in the dialog: the targets of the palette. */
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

/** Settings that are only visible with some values of another; if hidden, the other one is shown. */
const DECIDED_BY: Readonly<Partial<Record<SettingName, SettingName>>> = {
  'Enter while the agent is busy': 'Messages while the agent is busy',
}

/**
 * Shows a setting in the dialog, with the focus on its control, or on its heading if it has none. Returns what names it,
 * or null if nothing does.
 */
export function showSetting(dialog: HTMLElement, name: SettingName): HTMLElement | null {
  const named = [...dialog.querySelectorAll<HTMLElement>('label, legend, h3, summary')].find(
    ({ textContent }) => textContent.trim() === name,
  )
  if (named === undefined) {
    const other = DECIDED_BY[name]
    return other === undefined ? null : showSetting(dialog, other)
  }
  // A heading stands above all that it names.
  named.scrollIntoView({ block: named.localName === 'h3' ? 'start' : 'center' })
  controlOf(named).focus({ preventScroll: true })
  return named
}

function controlOf(named: HTMLElement): HTMLElement {
  if (named instanceof HTMLLabelElement) return named.control ?? named
  if (named.localName === 'summary') return named
  return named.parentElement?.querySelector<HTMLElement>('input, select, button') ?? named
}
