import * as z from '../../../shared/schema.ts'
import {
  CloudProject,
  CloudRegion,
  EndpointId,
  EndpointKind,
  EndpointModel,
} from '../../../shared/models/endpoint.ts'
import { OwnTimeouts } from '../../../shared/models/timeouts.ts'
import { unknownFields } from '../data-folder/edited-json.ts'
import { refusalOf, whatIsWrong } from '../data-folder/person-file-words.ts'
import { checkAddress } from './base-url.ts'

export const ENDPOINTS_FILE = 'endpoints.json'
export const ADDRESS = { name: 'address' }

/** The content of endpoints.json: everything except the secrets. */
const SavedEndpoint = z.object({
  id: EndpointId,
  kind: EndpointKind,
  baseUrl: z.string().refine((text) => checkAddress(text, ADDRESS).ok),
  models: z.array(EndpointModel),
  timeouts: OwnTimeouts.default({}),
  region: CloudRegion,
  project: CloudProject,
})
/** Each entry is judged by itself: a wrong one, and what this version does not know, stay in the file as they are. */
export const SavedEndpoints = z.looseObject({ endpoints: z.array(z.unknown()) })
export type SavedEndpoints = Readonly<z.infer<typeof SavedEndpoints>>
export type SavedEndpoint = Readonly<z.infer<typeof SavedEndpoint>>

/** The entries of the file: those that can be used, by id, and a sentence for people about each of the others. */
export interface Judged {
  readonly content: SavedEndpoints
  readonly usable: ReadonlyMap<string, SavedEndpoint>
  readonly refused: readonly string[]
}

export function judge(content: SavedEndpoints): Judged {
  const usable = new Map<string, SavedEndpoint>()
  const refused: string[] = []
  for (const [index, entry] of content.endpoints.entries()) {
    const { data, error } = SavedEndpoint.safeParse(entry)
    if (data !== undefined && !usable.has(data.id)) usable.set(data.id, data)
    else refused.push(refusal(idIn(entry) ?? `number ${index + 1}`, error))
  }
  return { content, usable, refused }
}

function refusal(name: string, error: z.ZodError | undefined): string {
  const why = error === undefined ? 'there is another one with its name' : whatIsWrong(error)
  return refusalOf(`The endpoint ${name}`, why, ENDPOINTS_FILE)
}

/** Null if it has none that can be shown. */
function idIn(entry: unknown): string | null {
  return z.object({ id: EndpointId }).safeParse(entry).data?.id ?? null
}

/** The entries with this endpoint in its new form, or without it. */
export function replaced(
  entries: readonly unknown[],
  id: string,
  saved: SavedEndpoint | null,
): unknown[] {
  const at = entries.findIndex((entry) => idIn(entry) === id)
  const others = entries.filter((entry) => idIn(entry) !== id)
  const next = saved === null ? [] : [withUnknownFields(entries[at], saved)]
  return others.toSpliced(at === -1 ? others.length : at, 0, ...next)
}

/** The endpoint as it is written: fields of the file that this version does not know stay. */
function withUnknownFields(entry: unknown, saved: SavedEndpoint): unknown {
  const { data } = EditedParts.safeParse(entry)
  const models = saved.models.map((model) => {
    const before = data?.models.find(({ id }) => id === model.id)
    return { ...unknownFields(before, EndpointModel.unwrap()), ...model }
  })
  const timeouts = { ...unknownFields(data?.timeouts, OwnTimeouts.unwrap()), ...saved.timeouts }
  return { ...unknownFields(entry, SavedEndpoint), ...saved, models, timeouts }
}

const EditedParts = z.object({
  models: z.array(z.looseObject({ id: z.string() })).catch([]),
  timeouts: z.looseObject({}).catch({}),
})
