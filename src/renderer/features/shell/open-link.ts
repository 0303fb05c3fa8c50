import type { Link } from '../../../shared/link.ts'
import type { Screen } from '../screen.svelte.ts'
import { sectionOfSlug } from '../settings/sections/settings-sections.ts'

const NOWHERE = 'This link leads nowhere in Phoenix.'

/** Goes where a link leads, and does nothing else; where that is nowhere, a sentence says so. Null: it could not be read. */
export function openLink(link: Link | null, screen: Screen): void {
  const { rows, shell } = screen.app
  if (link === null) return rows.say(NOWHERE)
  screen.dialog = null
  if (link.type === 'settings') {
    const section = link.section === null ? null : sectionOfSlug(link.section)
    if (link.section !== null && section === null)
      rows.say(`Settings have no section “${link.section}”.`)
    screen.soughtSection = section
    screen.dialog = 'settings'
    return
  }
  const { conversationId, seq } = link
  if (!shell.getState().conversations.some(({ id }) => id === conversationId))
    return rows.say('The conversation of this link is not here. It may have been deleted.')
  screen.show(conversationId)
  if (seq !== null) screen.finding.seek(conversationId, seq)
}
