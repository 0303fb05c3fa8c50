import * as z from './schema.ts'
import { ConversationId } from './ids.ts'

/** The scheme of links in other programs. They lead to a place in Phoenix and do nothing else. */
export const LINK_SCHEME = 'phoenix'

const LONGEST = 1_000
const LONGEST_PATH = 4_096
const Section = z.string().regex(/^[a-z0-9-]{1,40}$/)
const Seq = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** The target of a link. */
export const Link = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('conversation'),
      conversationId: ConversationId,
      /** The number of a message in it; null for where the person left off. */
      seq: Seq.nullable(),
    })
    .readonly(),
  /** `section`: its name in lower case with hyphens; null for the top. */
  z.object({ type: z.literal('settings'), section: Section.nullable() }).readonly(),
  /** The form for a new conversation in this folder. Never parsed from text: only the operating system passes it. */
  z.object({ type: z.literal('folder'), folder: z.string().min(1).max(LONGEST_PATH) }).readonly(),
])
export type Link = z.infer<typeof Link>
/** A link that other programs can contain. */
export type TextLink = Exclude<Link, { readonly type: 'folder' }>

/** Only a place: no query, fragment, user or port. */
const FORM = /^phoenix:\/\/(conversation|settings)((?:\/[^/?#\\\s]+){0,4})\/?$/i

/**
 * Parses `phoenix://conversation/ID`, `phoenix://conversation/ID/message/7` or `phoenix://settings/limits`. Null for
 * anything else.
 */
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

/** A path that cannot be decoded yields a part that no link has. */
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

/** The fragment of the page's address for an invalid link. */
export const NOWHERE = '#nowhere'

/** Returns the fragment of the page's address for a link. */
export function fragmentOfLink(link: Link): string {
  if (link.type === 'settings') return `#settings=${link.section ?? ''}`
  if (link.type === 'folder') return `#folder=${encodeURIComponent(link.folder)}`
  const { conversationId, seq } = link
  const message = seq === null ? '' : `&message=${seq}`
  return `#conversation=${encodeURIComponent(conversationId)}${message}`
}

/**
 * Parses a link to Settings, a message or a folder from the page's fragment; null if there is none and the fragment is
 * the page's own.
 */
export function linkInFragment(fragment: string): Link | null {
  const section = valueIn(fragment, 'settings')
  const seq = valueIn(fragment, 'message')
  const folder = valueIn(fragment, 'folder')
  if (section === null && seq === null && folder === null) return null
  const found =
    folder !== null
      ? { type: 'folder', folder }
      : section === null
        ? { type: 'conversation', conversationId: valueIn(fragment, 'conversation'), seq }
        : { type: 'settings', section: section === '' ? null : section }
  const link = Link.safeParse(found)
  return link.success ? link.data : null
}

/** Returns the value of a name in a fragment; null if it is missing or cannot be decoded. */
function valueIn(fragment: string, name: string): string | null {
  const pairs = fragment.replace(/^#/, '').split('&')
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  try {
    return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}
