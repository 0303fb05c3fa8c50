import type { EndpointView } from '../../../../shared/models/endpoint.ts'
import type { EndpointFields } from './endpoint-form.ts'

/** The form of a saved endpoint, of a new one, or of a new one with a model on this machine. */
export type OpenedForm = EndpointView | 'new' | 'local'

/** Each form keeps what is unsaved for itself. The name of an endpoint could be `new`, but contains no space. */
export function unsavedKeyOf(opened: Pick<EndpointView, 'id'> | 'new' | 'local'): string {
  return typeof opened === 'string' ? opened : `endpoint ${opened.id}`
}

/** The contents of a form that was closed without Save. `opened`: its initial contents. */
interface Unsaved<Fields> {
  readonly fields: Fields
  readonly opened: Fields
}

export type UnsavedEndpoint = Unsaved<EndpointFields>

/** Null: nothing was changed. */
export function unsavedOf<Fields>(fields: Fields, opened: Fields): Unsaved<Fields> | null {
  return JSON.stringify(fields) === JSON.stringify(opened) ? null : { fields, opened }
}

/**
 * The current fields with the unsaved changes on top: changes that another window saved meanwhile stay. A list of
 * models is one field.
 */
export function withUnsavedEndpoint(
  now: EndpointFields,
  { fields, opened }: UnsavedEndpoint,
): EndpointFields {
  return {
    ...withChanged(now, opened, fields),
    aws: withChanged(now.aws, opened.aws, fields.aws),
    deadlines: withChanged(now.deadlines, opened.deadlines, fields.deadlines),
  }
}

function withChanged<Fields extends object>(now: Fields, opened: Fields, typed: Fields): Fields {
  const before = new Map<string, unknown>(Object.entries(opened))
  const changed = Object.entries(typed).filter(([name, value]) => before.get(name) !== value)
  return { ...now, ...Object.fromEntries(changed) }
}
