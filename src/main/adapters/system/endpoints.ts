import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { appError, type AppError } from '../../../shared/app-error.ts'
import {
  type EndpointDraft,
  EndpointId,
  EndpointKind,
  EndpointModel,
  type EndpointView,
} from '../../../shared/endpoint.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { isHeaderSafe } from './api-key.ts'
import { writeAtomically } from './atomic-file.ts'
import { checkAddress } from './base-url.ts'
import { faultCode } from './file-fault.ts'
import { keepAside } from './keep-aside.ts'
import { readKey, writeKey } from './key-file.ts'

/** What endpoints.json holds: all but the secrets. */
const SavedEndpoint = z.object({
  id: EndpointId,
  kind: EndpointKind,
  baseUrl: z.string().refine((text) => checkAddress(text, ADDRESS).ok),
  models: z.array(EndpointModel),
})
const SavedEndpoints = z.object({ endpoints: z.array(SavedEndpoint) })
type SavedEndpoint = Readonly<z.infer<typeof SavedEndpoint>>

/** What one key file of an endpoint holds. Values of headers are secrets too: many carry keys. */
const Secret = z.object({
  apiKey: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
})
type Secret = Readonly<z.infer<typeof Secret>>

const ADDRESS = { name: 'address' }
const NO_SECRET: Secret = { apiKey: null, headers: {} }
const MOST_ENDPOINTS = 50

/** An endpoint as an adapter asks it. */
export interface ResolvedEndpoint extends SavedEndpoint, Secret {}

export interface Endpoints {
  /** For the screen: without secrets. */
  view(): readonly EndpointView[]
  find(id: string): ResolvedEndpoint | null
  /** Adds it, or takes the place of the one of its id. On an error nothing has changed. */
  save(draft: EndpointDraft): Result<null, AppError>
  /** With its secrets. One that is not there is removed already. */
  remove(id: string): Result<null, AppError>
  /** What it would be, unsaved. */
  preview(draft: EndpointDraft): Result<ResolvedEndpoint, AppError>
  /** Sentences for people about files that could not be used at start. */
  readonly notices: readonly string[]
}

/** The endpoints that a person has added. `onSecret` hears every secret before it is used, for the log to redact. */
export function openEndpoints(from: {
  readonly folder: string
  /** ms since 1970. */
  readonly now: () => number
  readonly onSecret: (secret: string) => void
}): Endpoints {
  const { folder, onSecret } = from
  const read = readEndpoints(folder, from.now())
  const notices = [...read.notices]
  const known = new Map<string, ResolvedEndpoint>()
  for (const saved of read.endpoints) {
    const { secret, notice } = readSecret(folder, saved.id)
    if (notice !== null) notices.push(notice)
    tellSecrets(secret, onSecret)
    known.set(saved.id, { ...saved, ...secret })
  }

  function preview(draft: EndpointDraft): Result<ResolvedEndpoint, AppError> {
    const resolved = resolve(draft, known.get(draft.id) ?? null)
    if (resolved.ok) tellSecrets(resolved.value, onSecret)
    return resolved
  }

  function write(next: ReadonlyMap<string, ResolvedEndpoint>): Result<null, AppError> {
    const endpoints = [...next.values()].map(withoutSecrets)
    const text = `${JSON.stringify({ endpoints }, null, 2)}\n`
    const written = writeAtomically(join(folder, FILE), text, 0o600)
    return written.ok ? written : failed(notSaved(written.error))
  }

  return {
    notices,
    preview,
    view: () => [...known.values()].map(viewOf),
    find: (id) => known.get(id) ?? null,
    save(draft) {
      const resolved = preview(draft)
      if (!resolved.ok) return resolved
      const before = known.get(draft.id) ?? null
      if (before === null && known.size >= MOST_ENDPOINTS) return failed(TOO_MANY)
      const kept = writeSecret(folder, draft.id, resolved.value)
      if (!kept.ok) return failed(appError('storage', kept.error))
      const written = write(new Map(known).set(draft.id, resolved.value))
      if (written.ok) known.set(draft.id, resolved.value)
      // Both files or neither.
      else writeSecret(folder, draft.id, before ?? NO_SECRET)
      return written
    },
    remove(id) {
      const next = new Map(known)
      if (!next.delete(id)) return ok(null)
      const written = write(next)
      if (!written.ok) return written
      known.delete(id)
      const gone = writeKey(folder, id, null)
      return gone.ok ? ok(null) : failed(appError('storage', gone.error))
    },
  }
}

const FILE = 'endpoints.json'

function resolve(
  draft: EndpointDraft,
  before: ResolvedEndpoint | null,
): Result<ResolvedEndpoint, AppError> {
  const address = checkAddress(draft.baseUrl, ADDRESS)
  if (!address.ok) return failed(appError('invalidInput', address.error))
  const { origin, path } = address.value
  const apiKey = draft.apiKey ?? before?.apiKey ?? null
  if (apiKey !== null && !isHeaderSafe(apiKey)) return failed(BAD_KEY)
  const { id, kind, models } = draft
  return ok({
    id,
    kind,
    baseUrl: origin + path,
    models: [...models],
    apiKey: apiKey === '' ? null : apiKey,
    headers: draft.headers ?? before?.headers ?? {},
  })
}

function viewOf(endpoint: ResolvedEndpoint): EndpointView {
  const { apiKey, baseUrl, headers, id, kind, models } = endpoint
  const isLocal = isLocalAddress(baseUrl)
  const headerNames = Object.keys(headers)
  return { id, kind, baseUrl, models, isLocal, hasKey: apiKey !== null, headerNames }
}

/** On this machine or in its own network, where a model can take minutes to be loaded. */
export function isLocalAddress(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? ''
  return LOCAL_NAME.test(host) || LOCAL_ADDRESS.test(host)
}

const LOCAL_NAME = /(^|\.)localhost$|\.(local|lan|internal)$/
const LOCAL_ADDRESS =
  /^(127|10)\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$|^\[(::1|f[cd][\da-f:]+)\]$/

function withoutSecrets({ baseUrl, id, kind, models }: ResolvedEndpoint): SavedEndpoint {
  return { id, kind, baseUrl, models }
}

function tellSecrets({ apiKey, headers }: Secret, onSecret: (secret: string) => void): void {
  for (const secret of [apiKey, ...Object.values(headers)]) if (secret !== null) onSecret(secret)
}

function readEndpoints(
  folder: string,
  at: number,
): { readonly endpoints: readonly SavedEndpoint[]; readonly notices: readonly string[] } {
  const path = join(folder, FILE)
  try {
    const { endpoints } = SavedEndpoints.parse(JSON.parse(readFileSync(path, 'utf8')))
    return { endpoints, notices: [] }
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return { endpoints: [], notices: [] }
    return { endpoints: [], notices: [keptAside(path, at)] }
  }
}

function keptAside(path: string, at: number): string {
  const aside = keepAside(path, at)
  return aside.ok
    ? `The endpoints could not be read. Add them again; the old file is kept as ${aside.value}.`
    : `The endpoints in ${path} could not be read: ${aside.error}.`
}

function readSecret(
  folder: string,
  id: string,
): { readonly secret: Secret; readonly notice: string | null } {
  const { key, notice } = readKey(folder, id)
  if (key === null) return { secret: NO_SECRET, notice }
  try {
    return { secret: Secret.parse(JSON.parse(key)), notice }
  } catch {
    const lost = `The key of the endpoint ${id} could not be read. Enter it again in Settings.`
    return { secret: NO_SECRET, notice: lost }
  }
}

function writeSecret(
  folder: string,
  id: string,
  { apiKey, headers }: Secret,
): Result<null, string> {
  const isEmpty = apiKey === null && Object.keys(headers).length === 0
  return writeKey(folder, id, isEmpty ? null : JSON.stringify({ apiKey, headers }))
}

function notSaved(why: string): AppError {
  return appError('storage', `The endpoint was not saved: ${why}. What was there still is.`)
}

const TOO_MANY = appError('invalidInput', `There can be at most ${MOST_ENDPOINTS} endpoints.`)
const BAD_KEY = appError(
  'invalidInput',
  'The API key holds characters that no key has. Copy it again, whole.',
)
