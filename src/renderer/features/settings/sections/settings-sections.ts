/** The sections of Settings, in order. */
export const SETTING_SECTIONS = [
  'Model and keys',
  'Endpoints',
  'Behaviour',
  'Limits',
  'Rules',
  'MCP servers',
  'Hooks and skills',
  'Tokens for tools',
  'Appearance',
  'Keyboard',
  'Notifications',
  'Data',
  'Advanced',
] as const

export type SettingSection = (typeof SETTING_SECTIONS)[number]

/** A section counts as shown once its top is this near to the top of the pane (px). */
const NEAR = 64

/** The section being read. `tops`: the top of each, relative to the visible part, in px. */
export function sectionAt(tops: readonly number[], isAtEnd: boolean): SettingSection {
  const passed = isAtEnd ? tops.length - 1 : tops.findLastIndex((top) => top <= NEAR)
  return SETTING_SECTIONS[Math.max(0, passed)] ?? SETTING_SECTIONS[0]
}

/** The section's name in a link: lower case and hyphens. */
export function slugOf(section: SettingSection): string {
  return section.toLowerCase().replaceAll(' ', '-')
}

/** Null: no section has this name. */
export function sectionOfSlug(slug: string): SettingSection | null {
  return SETTING_SECTIONS.find((each) => slugOf(each) === slug) ?? null
}
