import { asCount, asText, type JsonObject } from '../model-api/json-fields.ts'

/** The name under which signatures are recorded: in a call, or before a text. */
export const SIGNATURE = 'thoughtSignature'

/**
 * The signature of a text. It forms a separate part, which people read as the end of the text before it. Signed and unsigned
 * text are never sent as one part (Google's page on thought signatures).
 */
export interface SignedFrom {
  readonly signature: string
  /** The beginning of the signed part of the text, in code units. */
  readonly at: number
}

export function signedItem({ at, signature }: SignedFrom): JsonObject {
  return { [SIGNATURE]: signature, at }
}

/** Null if it is something else. */
export function readSigned(json: Readonly<Record<string, unknown>>): SignedFrom | null {
  const signature = asText(json[SIGNATURE])
  const at = asCount(json['at'])
  return signature === null || at === null ? null : { signature, at }
}
