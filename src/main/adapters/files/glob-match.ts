/** Longer globs match nothing. */
const MAX_LENGTH = 200
const MAX_ALTERNATIVES = 32

type Token = '*' | '**' | '**/' | '?' | { readonly is: string }

/**
 * True if a glob matches a path. Takes time in proportion to both lengths, whatever they contain: the folder's files wrote
 * the glob.
 */
export function matchesGlob(path: string, glob: string): boolean {
  return alternativesOf(glob).some((each) => matches(path, tokensOf(each)))
}

/** `a.{ts,tsx}` gives two. */
function alternativesOf(glob: string): readonly string[] {
  if (glob.length > MAX_LENGTH) return []
  let open = [glob]
  const closed: string[] = []
  while (open.length > 0 && open.length + closed.length <= MAX_ALTERNATIVES) {
    open = open.flatMap((each) => {
      const braces = /\{([^{}]*)\}/.exec(each)
      if (braces !== null) {
        const [before, after] = [
          each.slice(0, braces.index),
          each.slice(braces.index + braces[0].length),
        ]
        return (braces[1] ?? '').split(',').map((one) => before + one + after)
      }
      closed.push(each)
      return []
    })
  }
  return closed.slice(0, MAX_ALTERNATIVES)
}

function tokensOf(glob: string): readonly Token[] {
  const parts = glob.match(/(?:(?<=\/|^)\*\*\/)|\*\*+|[\s\S]/gu) ?? []
  return parts.map((part): Token => {
    if (part === '*' || part === '?' || part === '**/') return part
    return part.startsWith('**') ? '**' : { is: part }
  })
}

/** Tracks all positions in the glob that the path can have led to, character by character. */
function matches(path: string, tokens: readonly Token[]): boolean {
  let places = new Set<number>()
  enter(places, tokens, 0)
  for (const character of path) {
    const next = new Set<number>()
    for (const at of places) step(next, tokens, at, character)
    places = next
    if (places.size === 0) return false
  }
  return places.has(tokens.length)
}

/** A star may match nothing. */
function enter(places: Set<number>, tokens: readonly Token[], at: number): void {
  places.add(at)
  const token = tokens[at]
  if (token === '*' || token === '**' || token === '**/') enter(places, tokens, at + 1)
}

function step(next: Set<number>, tokens: readonly Token[], at: number, character: string): void {
  const token = tokens[at]
  if (token === undefined) return
  if (typeof token === 'object') {
    if (token.is === character) enter(next, tokens, at + 1)
    return
  }
  if (token === '**') enter(next, tokens, at)
  else if (token === '**/') {
    // `**/` ends only at the beginning of a name.
    next.add(at)
    if (character === '/') enter(next, tokens, at + 1)
  } else if (character !== '/') enter(next, tokens, token === '*' ? at : at + 1)
}
