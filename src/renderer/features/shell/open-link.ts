import type { Link } from '../../../shared/link.ts'
import type { Screen } from '../screen.svelte.ts'
import { sectionOfSlug } from '../settings/sections/settings-sections.ts'

const NOWHERE = 'Phoenix can’t open this link.'

/**
 * Goes to the target of a link, and does nothing else; if there is none, a sentence says so. Null: the link could not
 * be read.
 */
export function openLink(link: Link | null, screen: Screen): void {
  const { rows, shell } = screen.app
  if (link === null) return rows.say(NOWHERE)
  screen.dialog = null
  if (link.type === 'settings') {
    const section = link.section === null ? null : sectionOfSlug(link.section)
    if (link.section !== null && section === null)
      rows.say(`There is no section “${link.section}” in Settings.`)
    screen.soughtSection = section
    screen.dialog = 'settings'
    return
  }
  if (link.type === 'folder') return screen.newIn(link.folder)
  const { conversationId, seq } = link
  if (!shell.getState().conversations.some(({ id }) => id === conversationId))
    return rows.say(
      'The conversation that this link points to isn’t here. It may have been deleted.',
    )
  screen.show(conversationId)
  if (seq !== null) screen.finding.seek(conversationId, seq)
}
