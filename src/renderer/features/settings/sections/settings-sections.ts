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

/**
 * The section being read: the last that begins above a line near the top. In the last pane's height the line moves down
 * to the end, so the last sections, which cannot reach the top, are passed one by one. `tops`: the top of each, relative
 * to the visible part; `left`: how far one can still scroll; `height`: of the visible part. All in px.
 */
export function sectionAt(
  tops: readonly number[],
  { height, left }: { readonly height: number; readonly left: number },
): SettingSection {
  const share = height > 0 ? Math.max(0, 1 - left / height) : 0
  const line = NEAR + share * (height - NEAR)
  const passed = tops.findLastIndex((top) => top <= line)
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
