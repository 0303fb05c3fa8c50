import { z } from 'zod'
import { ConversationId } from '../ids.ts'

/** Links that other programs can hold: they lead somewhere in Phoenix and do nothing else. */
export const LINK_SCHEME = 'phoenix'

const LONGEST = 1_000
const Section = z.string().regex(/^[a-z0-9-]{1,40}$/)
const Seq = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Where a link leads. */
export const Link = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('conversation'),
      conversationId: ConversationId,
      /** The number of a message in it; null: to where it was left. */
      seq: Seq.nullable(),
    })
    .readonly(),
  /** `section`: its name in small letters and hyphens; null: their beginning. */
  z.object({ type: z.literal('settings'), section: Section.nullable() }).readonly(),
])
export type Link = z.infer<typeof Link>

/** `phoenix://conversation/ID`, `phoenix://conversation/ID/message/7`, `phoenix://settings/limits`. Null: it is none of these. */
export function linkIn(text: string): Link | null {
  const url = text.length <= LONGEST ? URL.parse(text) : null
  if (url?.protocol !== `${LINK_SCHEME}:` || url.username !== '' || url.port !== '') return null
  if (url.search !== '' || url.hash !== '') return null
  const parts = partsOf(url.pathname)
  const found =
    url.hostname === 'settings'
      ? settingsIn(parts)
      : url.hostname === 'conversation'
        ? conversationIn(parts)
        : null
  const link = Link.safeParse(found)
  return link.success ? link.data : null
}

function settingsIn(parts: readonly string[]): unknown {
  const [section = null, ...others] = parts
  return others.length === 0 ? { type: 'settings', section } : null
}

function conversationIn(parts: readonly string[]): unknown {
  const [conversationId, what, seq = null] = parts
  if (parts.length === 1) return { type: 'conversation', conversationId, seq: null }
  return parts.length === 3 && what === 'message' && seq !== null
    ? { type: 'conversation', conversationId, seq }
    : null
}

/** One that cannot be decoded has a part that no link has. */
function partsOf(path: string): readonly string[] {
  try {
    return path
      .split('/')
      .filter((each) => each !== '')
      .map((each) => decodeURIComponent(each))
  } catch {
    return ['', '', '', '']
  }
}

export function textOfLink(link: Link): string {
  if (link.type === 'settings')
    return `${LINK_SCHEME}://settings${link.section === null ? '' : `/${link.section}`}`
  const { conversationId, seq } = link
  const message = seq === null ? '' : `/message/${seq}`
  return `${LINK_SCHEME}://conversation/${encodeURIComponent(conversationId)}${message}`
}

/** What the page's address says of a link that could not be read. */
export const NOWHERE = '#nowhere'

/** The same as part of the page's address. */
export function fragmentOfLink(link: Link): string {
  if (link.type === 'settings') return `#settings=${link.section ?? ''}`
  const { conversationId, seq } = link
  const message = seq === null ? '' : `&message=${seq}`
  return `#conversation=${encodeURIComponent(conversationId)}${message}`
}

/** A link to Settings or a message in the page's address; null: there is none, and the rest is the page's own. */
export function linkInFragment(fragment: string): Link | null {
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  const [section, seq] = [said.get('settings'), said.get('message')]
  const found =
    section === null
      ? { type: 'conversation', conversationId: said.get('conversation'), seq }
      : { type: 'settings', section: section === '' ? null : section }
  if (section === null && seq === null) return null
  const link = Link.safeParse(found)
  return link.success ? link.data : null
}
