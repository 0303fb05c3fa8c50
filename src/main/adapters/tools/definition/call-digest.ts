import { createHash, randomUUID } from 'node:crypto'
import type { CallInput } from '../../../../shared/messages/content.ts'

/**
 * SHA-256 of name, input and what was seen of the files it touches: equal for equal calls, whatever the order of their
 * fields.
 */
export function digestOf(name: string, input: CallInput, seen: unknown = null): string {
  return createHash('sha256')
    .update(canonicalOrAny([name, input, seen]))
    .digest('hex')
}

/** SHA-256 of a call's outcome and content: equal for equal results. */
export function resultDigestOf(outcome: string, fingerprint: string): string {
  return createHash('sha256')
    .update(JSON.stringify([outcome, fingerprint]))
    .digest('hex')
}

/** Input that is nested too deep for JSON equals no other call. */
function canonicalOrAny(call: readonly unknown[]): string {
  try {
    return canonicalJson(call)
  } catch {
    return randomUUID()
  }
}

/** JSON with the fields of every object in a fixed order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}
