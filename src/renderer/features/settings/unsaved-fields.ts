import type { SettingsFields } from './settings-form.ts'

/** What Settings held when they were closed without Save. `opened`: what stood in the fields before anything was typed. */
export interface UnsavedFields {
  readonly fields: SettingsFields
  readonly opened: SettingsFields
}

/** Null: nothing was changed. */
export function unsavedOf(fields: SettingsFields, opened: SettingsFields): UnsavedFields | null {
  return JSON.stringify(fields) === JSON.stringify(opened) ? null : { fields, opened }
}

/** The fields as they are now, with what was typed before on top: what another window saved meanwhile stays. */
export function withUnsaved(
  now: SettingsFields,
  { fields, opened }: UnsavedFields,
): SettingsFields {
  return {
    ...withChanged(now, opened, fields),
    deadlines: withChanged(now.deadlines, opened.deadlines, fields.deadlines),
    behaviour: withChanged(now.behaviour, opened.behaviour, fields.behaviour),
  }
}

function withChanged<Fields extends object>(now: Fields, opened: Fields, typed: Fields): Fields {
  const before = new Map<string, unknown>(Object.entries(opened))
  const changed = Object.entries(typed).filter(([name, value]) => before.get(name) !== value)
  return { ...now, ...Object.fromEntries(changed) }
}
