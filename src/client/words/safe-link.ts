/** The target of a link. `shownHost`: the host to show next to the link's text; null if the text already shows it. */
export interface SafeLink {
  readonly href: string
  readonly shownHost: string | null
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** Direction marks, zero-width characters and soft hyphens, which can make one address look like another. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g

export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** Returns null if the address may not be opened. `text`: the link's own text. */
export function safeLink(href: string, text: string): SafeLink | null {
  const url = parse(withoutInvisible(href))
  if (url === null || !SCHEMES.has(url.protocol)) return null
  const target = url.protocol === 'mailto:' ? url.pathname : url.host
  const shown = withoutInvisible(text).trim()
  const saysIt = shown === target || saysHost(shown, target)
  return { href: url.href, shownHost: saysIt ? null : withoutInvisible(target) }
}

/**
 * True if an address begins with this host as it is, so people read the same as a browser: not with a name before an
 * `@`, and not in letters that only look like it.
 */
function saysHost(address: string, target: string): boolean {
  const rest = address.replace(/^(?:https?:\/\/|mailto:)/i, '')
  const end = rest.slice(target.length, target.length + 1)
  return rest !== address && rest.toLowerCase().startsWith(target) && /^[/?#]?$/.test(end)
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
