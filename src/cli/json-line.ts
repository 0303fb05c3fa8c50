/** Matches the control characters that JSON leaves as they are: terminals obey some of them (U+009B, U+009D). */
const OBEYED = /[\u007F-\u009F]/g

/** Returns a value as one line of JSON that cannot control a terminal. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll(OBEYED, escaped)}\n`
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
