/** The sections of Settings, in their order. */
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

/** A section counts as shown once its beginning is this near to the top (px). */
const NEAR = 64

/** The section that is being read. `tops`: where each begins, from the top of what is in sight, in px. */
export function sectionAt(tops: readonly number[], isAtEnd: boolean): SettingSection {
  const passed = isAtEnd ? tops.length - 1 : tops.findLastIndex((top) => top <= NEAR)
  return SETTING_SECTIONS[Math.max(0, passed)] ?? SETTING_SECTIONS[0]
}

/** As a link names it: small letters and hyphens. */
export function slugOf(section: SettingSection): string {
  return section.toLowerCase().replaceAll(' ', '-')
}

/** Null: there is none of that name. */
export function sectionOfSlug(slug: string): SettingSection | null {
  return SETTING_SECTIONS.find((each) => slugOf(each) === slug) ?? null
}
