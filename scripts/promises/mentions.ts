/** The references in a text, by number or by name. */
export interface Mentions {
  /** Numbers of docs/promises.md: "T12", "I9", "R4", "row 6". */
  readonly promises: readonly string[]
  /** Rules of docs/design/: "3" for rule 3. */
  readonly rules: readonly string[]
  /** Clauses of docs/requirements.md: "REQ-BED-005", "REQ-BED-005.1a", "D-14". */
  readonly clauses: readonly string[]
  /** Decisions and design pages, as written: "docs/decisions/016", "docs/design/turn.md". */
  readonly pages: readonly string[]
  /** Papers outside this repository, as written. */
  readonly elsewhere: readonly string[]
}

const PROMISE = /\b(?:T\d\d|[IR]\d{1,2})\b(?!-\d)/g
const AND_MORE = String.raw`(?:(?:,| and| or| to|, and) (?:rows? |rules? )?\d{1,2})*`
const ROWS = new RegExp(String.raw`\b(?:rows?|promises?) \d{1,2}\b${AND_MORE}`, 'gi')
const RULES = new RegExp(String.raw`\brules? \d{1,2}\b${AND_MORE}`, 'gi')
const CLAUSE = /\bREQ-BED-\d+(?:\.\d+[a-z])?|\b(?:R5|[ADEFM])-\d\d\b|\bP-\d\b/g
const PAGE = /\bdocs\/(?:decisions\/\d{3}|design\/[a-z-]+\.md)\b/g
/** The papers behind the specification. A path inside docs/ does not match. */
const ELSEWHERE =
  /(?<![\w/-])(?:machine|reliability|traps|users|architecture|interface|toolchain|style|language|ux-review|code-review)\.md(?!\]\()|\bshared\/(?:design|reference|requirements)\b|\bdocuments? [1-5]\b|\bissues? \d+\b|\bdesign (?:papers?|card)\b/gi

/** Finds all references in `text` that this repository must explain. */
export function mentionsIn(text: string): Mentions {
  return {
    promises: [...all(text, PROMISE), ...numbers(text, ROWS).map((n) => `row ${n}`)],
    rules: numbers(text, RULES),
    clauses: all(text, CLAUSE),
    pages: all(text, PAGE),
    elsewhere: all(text, ELSEWHERE),
  }
}

function all(text: string, what: RegExp): readonly string[] {
  return [...new Set(text.match(what) ?? [])]
}

function numbers(text: string, what: RegExp): readonly string[] {
  return [...new Set(all(text, what).flatMap((found) => found.match(/\d+/g) ?? []))]
}
