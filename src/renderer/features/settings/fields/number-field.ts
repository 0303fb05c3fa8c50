/** The number in a field, within its bounds and by its step; null: an empty or wrong one, which changes nothing. */
export function numberIn({ valueAsNumber, validity }: HTMLInputElement): number | null {
  return validity.valid && Number.isFinite(valueAsNumber) ? valueAsNumber : null
}

/** The whole number in a field, within its bounds; null: an empty or wrong one, which changes nothing. */
export function wholeNumberIn({ valueAsNumber, validity }: HTMLInputElement): number | null {
  return validity.valid && Number.isInteger(valueAsNumber) ? valueAsNumber : null
}
