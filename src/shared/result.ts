/** An expected outcome as a value. Throwing is for bugs. */
export type Result<Value, Fault> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Fault }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function failed<Fault>(error: Fault): { readonly ok: false; readonly error: Fault } {
  return { ok: false, error }
}
