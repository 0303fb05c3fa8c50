// Display names of models: `claude-opus-4-8` is Claude Opus 4.8. An id that does not follow its maker's pattern has none.

/** The pattern of a maker's ids, and its display name. */
interface Pattern {
  readonly start: RegExp
  /** Replaces the start. */
  readonly replacement: string
  /** Joins the words. */
  readonly separator: ' ' | '-'
  /** True if a version by itself is a name. `qwen3` is not: local servers call any model of that family so. */
  readonly isNameAlone: boolean
}

const CLAUDE = /^claude-(opus|sonnet|haiku|fable|mythos)-(\d+)(?:-(\d{1,2}))?$/
const OLDER_CLAUDE = /^claude-(\d+)(?:-(\d))?-(opus|sonnet|haiku)$/
const GPT = /^gpt-(\d+(?:\.\d+)?o?)((?:-[a-z]+)*)$/
const GPT_WORDS = new Map([
  ['mini', ' mini'],
  ['nano', ' nano'],
  ['pro', ' pro'],
  ['codex', '-Codex'],
  ['max', '-Max'],
])
const PATTERNS: readonly Pattern[] = [
  { start: /^gemini-(?=\d)/, replacement: 'Gemini ', separator: ' ', isNameAlone: true },
  { start: /^grok-(?=\d)/, replacement: 'Grok ', separator: ' ', isNameAlone: true },
  { start: /^deepseek-/, replacement: 'DeepSeek ', separator: ' ', isNameAlone: true },
  { start: /^kimi-/, replacement: 'Kimi ', separator: ' ', isNameAlone: true },
  { start: /^glm-(?=\d)/, replacement: 'GLM-', separator: '-', isNameAlone: true },
  { start: /^qwen(?=\d)/, replacement: 'Qwen', separator: '-', isNameAlone: false },
  { start: /^minimax-/, replacement: 'MiniMax-', separator: '-', isNameAlone: true },
  { start: /^mistral-/, replacement: 'Mistral ', separator: ' ', isNameAlone: true },
  { start: /^(?=(?:code|dev|magi)stral-)/, replacement: '', separator: ' ', isNameAlone: true },
  { start: /^llama-(?=\d)/, replacement: 'Llama ', separator: ' ', isNameAlone: true },
]
const WORDS = new Set(
  'sol terra luna astra turbo chat flash pro preview max plus coder code air fast reasoner large medium small maverick scout instruct codestral devstral magistral'.split(
    ' ',
  ),
)
/** Editions: a date, `latest`, or as the clouds write them: `@20251001`, `-v1:0`. */
const EDITION = /(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|@[a-z\d]+|-v\d+:\d+)+$/

/** No maker's id is longer, in UTF-16 code units. */
const LONGEST_ID = 200

/** Returns the maker's name of a model, without its edition. Null if there is only its id. `id`: without an endpoint. */
export function displayName(id: string): string | null {
  if (id.length > LONGEST_ID) return null
  const name = bareName(id).replace(EDITION, '')
  return claudeName(name) ?? gptName(name) ?? patternName(name)
}

/**
 * Returns the id as Phoenix's table of models has it: routers put the maker before it, Amazon also the region
 * (`eu.anthropic.claude-...`), and some write the versions of Claude with a dot.
 */
export function bareName(model: string): string {
  const behindMaker = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const name = behindMaker.replace(/^([a-z-]+\.)?anthropic\.(?=claude)/, '')
  return name.startsWith('claude') ? name.replaceAll('.', '-') : name
}

function claudeName(name: string): string | null {
  if (name === 'claude-mythos-preview') return 'Claude Mythos Preview'
  const [, tier, major, minor] = CLAUDE.exec(name) ?? []
  if (tier !== undefined) return `Claude ${capital(tier)} ${version(major, minor)}`
  const [, olderMajor, olderMinor, olderTier] = OLDER_CLAUDE.exec(name) ?? []
  return olderTier === undefined
    ? null
    : `Claude ${capital(olderTier)} ${version(olderMajor, olderMinor)}`
}

function gptName(name: string): string | null {
  const [, number, rest = ''] = GPT.exec(name) ?? []
  if (number === undefined) return null
  const words = partsOf(rest, '-').map((word) => GPT_WORDS.get(word) ?? withGap(wordOf(word), ' '))
  return words.includes(null) ? null : `GPT-${number}${words.join('')}`
}

function patternName(name: string): string | null {
  const pattern = PATTERNS.find(({ start }) => start.test(name))
  if (pattern === undefined) return null
  // Two numbers are one version, and a lite flash is one word.
  const rest = name
    .replace(pattern.start, '')
    .replace(/(?<=-)(\d)-(?=\d$)/, '$1.')
    .replace('flash-lite', 'flash_lite')
  const words = partsOf(rest, '-').map(wordOf)
  const isWhole = words.length > 0 && !words.includes(null)
  if (!isWhole || (words.length === 1 && !pattern.isNameAlone)) return null
  return `${pattern.replacement}${words.join(pattern.separator)}`
}

/** Null: nobody says that. */
function wordOf(word: string): string | null {
  if (word === 'flash_lite') return 'Flash-Lite'
  if (word === 'highspeed') return 'HighSpeed'
  if (WORDS.has(word)) return capital(word)
  // A month, as Mistral dates its editions: 25.12.
  if (/^2\d(?:0[1-9]|1[0-2])$/.test(word)) return `${word.slice(0, 2)}.${word.slice(2)}`
  return /^[kmv]?\d{1,2}(?:\.\d{1,2})?$|^\d+b$/.test(word) ? word.toUpperCase() : null
}

function withGap(word: string | null, gap: string): string | null {
  return word === null ? null : `${gap}${word}`
}

function partsOf(text: string, at: string): readonly string[] {
  return text.split(at).filter((part) => part !== '')
}

function version(major = '', minor?: string): string {
  return minor === undefined ? major : `${major}.${minor}`
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
