import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { appError, type AppError } from '../../../shared/app-error.ts'
import {
  type EndpointDraft,
  type EndpointModel,
  type EndpointView,
} from '../../../shared/models/endpoint.ts'
import type { NamedModel } from '../../../shared/models/model-name.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { BAD_KEY, isHeaderSafe } from '../secrets/api-key.ts'
import { readServiceAccount, secretsIn } from '../secrets/cloud-keys.ts'
import type { ReplaceFile } from '../data-folder/atomic-file.ts'
import { checkAddress } from './base-url.ts'
import { PersonFile } from '../data-folder/person-file.ts'
import { faultNotices } from '../data-folder/person-file-words.ts'
import {
  ADDRESS,
  ENDPOINTS_FILE,
  judge,
  type Judged,
  replaced,
  type SavedEndpoint,
  SavedEndpoints,
} from './saved-endpoints.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The secrets of one endpoint. Values of headers are secrets too: many contain keys. */
const Secret = z.object({
  apiKey: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
})
type Secret = Readonly<z.infer<typeof Secret>>

const NO_SECRET: Secret = { apiKey: null, headers: {} }
const MOST_ENDPOINTS = 50
const WHAT = ['The endpoints', 'those that you added are missing'] as const

/** An endpoint as an adapter uses it. */
export interface ResolvedEndpoint extends SavedEndpoint, Secret {}

export interface Endpoints {
  /** The endpoints without secrets, for the screen. */
  view(): readonly EndpointView[]
  find(id: string): ResolvedEndpoint | null
  /** Adds an endpoint, or replaces the one with its id. On an error nothing has changed. */
  save(draft: EndpointDraft): Result<null, AppError>
  /** Fills in the context size of a model, if the user has left its field in Settings empty. */
  fillContext(named: NamedModel, contextTokens: number): void
  /** Removes an endpoint with its secrets. Succeeds if there is none. */
  remove(id: string): Result<null, AppError>
  /** The endpoint as it would be after `save`. */
  preview(draft: EndpointDraft): Result<ResolvedEndpoint, AppError>
  /** Sentences for people about files that could not be used. */
  readonly notices: readonly string[]
}

/** The endpoints that the user has added. `onSecret` receives every secret before it is used, so the log can redact it. */
export function openEndpoints(from: {
  readonly folder: string
  readonly secrets: Secrets
  /** ms since 1970. */
  readonly now: () => number
  readonly onSecret: (secret: string) => void
  readonly replace?: ReplaceFile
}): Endpoints {
  const { folder, onSecret, secrets } = from
  const own = new PersonFile<SavedEndpoints>({
    path: join(folder, ENDPOINTS_FILE),
    parse: (json) => SavedEndpoints.parse(json),
    absent: { endpoints: [] },
    now: from.now,
    ...(from.replace === undefined ? {} : { replace: from.replace }),
  })
  const keyNotices: string[] = []
  let judged: Judged | null = null
  const loaded = new Set<string>()
  known()

  function entries(): Judged {
    const { content } = own
    if (judged?.content !== content) judged = judge(content)
    return judged
  }

  /** The secrets of endpoints that are seen for the first time are read with them. */
  function known(): Judged['usable'] {
    const { usable } = entries()
    for (const id of usable.keys()) {
      if (loaded.has(id)) continue
      loaded.add(id)
      const notice = secrets.load(id)
      if (notice !== null) keyNotices.push(notice)
      if (readSecret(secrets.find(id)) === null) keyNotices.push(lostKey(id))
    }
    return usable
  }

  /** Its secrets are reported whenever they are read: a file that could not be read before may be readable now. */
  function secretOf(id: string): Secret {
    const secret = readSecret(secrets.find(id)) ?? NO_SECRET
    reportSecrets(secret, onSecret)
    return secret
  }

  function find(id: string): ResolvedEndpoint | null {
    const saved = known().get(id)
    return saved === undefined ? null : { ...saved, ...secretOf(id) }
  }

  function preview(draft: EndpointDraft): Result<ResolvedEndpoint, AppError> {
    const resolved = resolve(draft, find(draft.id))
    if (resolved.ok) reportSecrets(resolved.value, onSecret)
    return resolved
  }

  function write(id: string, saved: SavedEndpoint | null): Result<null, AppError> {
    const { content } = own
    const endpoints = replaced(content.endpoints, id, saved)
    const written = own.write({ ...content, endpoints }, 2)
    return written.ok ? written : failed(notSaved(written.error))
  }

  return {
    get notices() {
      return [...faultNotices(own.fault, ...WHAT), ...entries().refused, ...keyNotices]
    },
    preview,
    find,
    view: () => [...known().values()].map((saved) => viewOf(saved, secrets)),
    save(draft) {
      const read = own.latest()
      if (!read.ok) return failed(notSaved(read.error))
      const resolved = preview(draft)
      if (!resolved.ok) return resolved
      const before = known()
      if (!before.has(draft.id) && before.size >= MOST_ENDPOINTS) return failed(TOO_MANY)
      const put = secrets.put(draft.id, textOf(resolved.value))
      if (!put.ok) return failed(appError('storage', put.error))
      loaded.add(draft.id)
      const written = write(draft.id, withoutSecrets(resolved.value))
      // Both files or neither.
      if (!written.ok) put.value()
      return written
    },
    fillContext({ endpoint, model }, contextTokens) {
      if (!own.latest().ok) return
      const saved = known().get(endpoint)
      if (saved === undefined) return
      const isEmpty = (each: EndpointModel): boolean =>
        each.id === model && each.contextTokens === null
      if (!saved.models.some(isEmpty)) return
      const models = saved.models.map((each) => (isEmpty(each) ? { ...each, contextTokens } : each))
      // If it cannot be written, it is asked for again.
      write(endpoint, { ...saved, models })
    },
    remove(id) {
      const read = own.latest()
      if (!read.ok) return failed(notSaved(read.error))
      if (!known().has(id)) return ok(null)
      const written = write(id, null)
      if (!written.ok) return written
      const dropped = secrets.drop(id)
      return dropped.ok ? ok(null) : failed(appError('storage', dropped.error))
    },
  }
}
function resolve(
  draft: EndpointDraft,
  before: ResolvedEndpoint | null,
): Result<ResolvedEndpoint, AppError> {
  const address = checkAddress(draft.baseUrl, ADDRESS)
  if (!address.ok) return failed(appError('invalidInput', address.error))
  const { origin, path } = address.value
  const apiKey = draft.apiKey ?? before?.apiKey ?? null
  if (apiKey !== null && !isUsable(apiKey, draft)) return failed(BAD_KEY)
  const { id, kind, models, project, region, timeouts } = draft
  return ok({
    id,
    kind,
    baseUrl: origin + path,
    models: [...models],
    timeouts,
    ...placeOf({ project, region }),
    apiKey: apiKey === '' ? null : apiKey,
    headers: draft.headers ?? before?.headers ?? {},
  })
}

function isUsable(apiKey: string, { kind }: Pick<EndpointDraft, 'kind'>): boolean {
  return isHeaderSafe(apiKey) || (kind === 'vertex' && readServiceAccount(apiKey) !== null)
}

/** The region and project of a cloud endpoint; most endpoints have neither. */
function placeOf({
  project = '',
  region = '',
}: Pick<EndpointDraft, 'project' | 'region'>): Pick<SavedEndpoint, 'project' | 'region'> {
  return { ...(region === '' ? {} : { region }), ...(project === '' ? {} : { project }) }
}

function viewOf(endpoint: SavedEndpoint, secrets: Secrets): EndpointView {
  const secret = readSecret(secrets.find(endpoint.id)) ?? NO_SECRET
  return {
    ...endpoint,
    hasKey: secret.apiKey !== null,
    headerNames: Object.keys(secret.headers),
    keyRest: secrets.storageOf(endpoint.id),
  }
}

function withoutSecrets({
  baseUrl,
  id,
  kind,
  models,
  timeouts,
  ...place
}: ResolvedEndpoint): SavedEndpoint {
  return { id, kind, baseUrl, models, timeouts, ...placeOf(place) }
}

function reportSecrets({ apiKey, headers }: Secret, onSecret: (secret: string) => void): void {
  const parts = apiKey === null ? [] : secretsIn(apiKey)
  for (const secret of [...parts, ...Object.values(headers)]) onSecret(secret)
}

/** Null if it is not an endpoint's secret. */
function readSecret(text: string | null): Secret | null {
  if (text === null) return NO_SECRET
  try {
    return Secret.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The inverse of `readSecret`; null if there is nothing secret. */
function textOf({ apiKey, headers }: Secret): string | null {
  const isEmpty = apiKey === null && Object.keys(headers).length === 0
  return isEmpty ? null : JSON.stringify({ apiKey, headers })
}

function lostKey(id: string): string {
  return `The key of the endpoint ${id} could not be read. Enter it again in Settings.`
}

function notSaved(why: string): AppError {
  return appError('storage', `The endpoint was not saved: ${why}. Nothing has changed.`)
}

const TOO_MANY = appError('invalidInput', `There can be at most ${MOST_ENDPOINTS} endpoints.`)
