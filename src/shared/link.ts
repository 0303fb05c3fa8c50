import { z } from 'zod'
import { ConversationId } from './ids.ts'

/** Links that other programs can hold: they lead somewhere in Phoenix and do nothing else. */
export const LINK_SCHEME = 'phoenix'

const LONGEST = 1_000
const LONGEST_PATH = 4_096
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
  /** To the form for a new conversation in this folder. No text of another program is such a link: the system hands it over. */
  z.object({ type: z.literal('folder'), folder: z.string().min(1).max(LONGEST_PATH) }).readonly(),
])
export type Link = z.infer<typeof Link>
/** One that other programs can hold. */
export type TextLink = Exclude<Link, { readonly type: 'folder' }>

/** Nothing but a place: no query, no fragment, no user and no port. */
const FORM = /^phoenix:\/\/(conversation|settings)((?:\/[^/?#\\\s]+){0,4})\/?$/i

/** `phoenix://conversation/ID`, `phoenix://conversation/ID/message/7`, `phoenix://settings/limits`. Null: it is none of these. */
export function linkIn(text: string): TextLink | null {
  const [, what, path = ''] = (text.length <= LONGEST ? FORM.exec(text) : null) ?? []
  if (what === undefined) return null
  const parts = partsOf(path)
  const found = what.toLowerCase() === 'settings' ? settingsIn(parts) : conversationIn(parts)
  const link = Link.safeParse(found)
  return link.success && link.data.type !== 'folder' ? link.data : null
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

export function textOfLink(link: TextLink): string {
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
  if (link.type === 'folder') return `#folder=${encodeURIComponent(link.folder)}`
  const { conversationId, seq } = link
  const message = seq === null ? '' : `&message=${seq}`
  return `#conversation=${encodeURIComponent(conversationId)}${message}`
}

/** A link to Settings, a message or a folder in the page's address; null: there is none, and the rest is the page's own. */
export function linkInFragment(fragment: string): Link | null {
  const section = saidIn(fragment, 'settings')
  const seq = saidIn(fragment, 'message')
  const folder = saidIn(fragment, 'folder')
  if (section === null && seq === null && folder === null) return null
  const found =
    folder !== null
      ? { type: 'folder', folder }
      : section === null
        ? { type: 'conversation', conversationId: saidIn(fragment, 'conversation'), seq }
        : { type: 'settings', section: section === '' ? null : section }
  const link = Link.safeParse(found)
  return link.success ? link.data : null
}

/** The value of a name in a fragment; null: it is not there, or cannot be read. */
function saidIn(fragment: string, name: string): string | null {
  const pairs = fragment.replace(/^#/, '').split('&')
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  try {
    return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}
