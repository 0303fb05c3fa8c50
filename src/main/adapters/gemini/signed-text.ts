import { asCount, asText, type JsonObject } from '../model-api/json-fields.ts'

/** The name under which signatures stand on record, as they come: beside a call, or in front of a text. */
export const SIGNATURE = 'thoughtSignature'

/**
 * The signature of a text: its place is a part of its own, which people read as the end of the text before it. What is signed
 * and what is not is never sent as one part (Google's page on thought signatures).
 */
export interface SignedFrom {
  readonly signature: string
  /** Where the signed part of the text begins, in code units. */
  readonly from: number
}

export function signedItem({ from, signature }: SignedFrom): JsonObject {
  return { [SIGNATURE]: signature, from }
}

/** Null: it is something else. */
export function readSigned(json: Readonly<Record<string, unknown>>): SignedFrom | null {
  const signature = asText(json[SIGNATURE])
  const from = asCount(json['from'])
  return signature === null || from === null ? null : { signature, from }
}
