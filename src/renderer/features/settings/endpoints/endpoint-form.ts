import { assertNever } from '../../../../shared/assert-never.ts'
import {
  EndpointDraft,
  type EndpointKind,
  type EndpointModel,
  type EndpointView,
} from '../../../../shared/models/endpoint.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { type DeadlineFields, deadlineFields, timeoutsIn } from '../fields/deadline-form.ts'
import { type PriceFields, isPriceEmpty, priceFields, priceIn } from '../fields/price-form.ts'
import { wordsOfAddress } from './endpoint-words.ts'
import { countOf } from '../../../../client/words/words.ts'

/** The fields of a model: numbers as typed, '' if unknown. */
export interface ModelFields {
  readonly id: string
  readonly contextTokens: string
  readonly outputTokens: string
  readonly price: PriceFields
  /** What its server calls it; nobody types it. */
  readonly displayName?: string | undefined
}

/** AWS keys, an alternative to the key. */
export interface AwsFields {
  readonly id: string
  readonly secret: string
  /** For temporary keys. */
  readonly session: string
}

const NO_AWS: AwsFields = { id: '', secret: '', session: '' }

/** The fields of an endpoint's form. They never contain saved secrets. */
export interface EndpointFields {
  readonly id: string
  readonly kind: EndpointKind
  readonly baseUrl: string
  readonly apiKey: string
  readonly removesKey: boolean
  readonly aws: AwsFields
  /** For clouds. */
  readonly region: string
  readonly project: string
  /** One per line, as `Name: value`. */
  readonly headers: string
  readonly removesHeaders: boolean
  readonly models: readonly ModelFields[]
  readonly deadlines: DeadlineFields
}

/** Null: a new endpoint. */
export function fieldsOf(endpoint: EndpointView | null): EndpointFields {
  const secrets = { apiKey: '', removesKey: false, headers: '', removesHeaders: false, aws: NO_AWS }
  const deadlines = deadlineFields(endpoint?.timeouts ?? {})
  const { project = '', region = '' } = endpoint ?? {}
  const rest = { deadlines, project, region, ...secrets }
  if (endpoint === null) return { id: '', kind: 'openai', baseUrl: '', models: [], ...rest }
  const { baseUrl, id, kind, models } = endpoint
  return { id, kind, baseUrl, models: models.map(modelFields), ...rest }
}

/** A model on this machine, with Ollama's address: LM Studio and others use another port. */
export function localFields(): EndpointFields {
  return { ...fieldsOf(null), id: 'ollama', baseUrl: wordsOfAddress('openai').placeholder }
}

export const NEW_MODEL = modelFields({
  id: '',
  contextTokens: null,
  outputTokens: null,
  price: null,
})

export function modelFields(model: EndpointModel): ModelFields {
  const contextTokens = textOf(model.contextTokens)
  const outputTokens = textOf(model.outputTokens)
  return { ...model, contextTokens, outputTokens, price: priceFields(model.price) }
}

/** The draft to send; the error is a sentence for people. Empty secrets keep the saved ones. */
export function draftOf(fields: EndpointFields): Result<EndpointDraft, string> {
  const { baseUrl, id, kind, removesHeaders, removesKey } = fields
  const key = keyIn(fields)
  if (!key.ok) return key
  const apiKey = key.value
  const headers = headersIn(fields.headers)
  if (!headers.ok) return headers
  const models = modelsIn(fields.models)
  if (!models.ok) return models
  const timeouts = timeoutsIn(fields.deadlines)
  if (!timeouts.ok) return timeouts
  const hasHeaders = Object.keys(headers.value).length > 0
  const draft = EndpointDraft.safeParse({
    id: id.trim(),
    kind,
    baseUrl,
    models: models.value,
    timeouts: timeouts.value,
    ...placeIn(fields),
    apiKey: apiKey.trim() === '' ? (removesKey ? '' : null) : apiKey,
    headers: hasHeaders || removesHeaders ? headers.value : null,
  })
  if (draft.success) return ok(draft.data)
  const [issue] = draft.error.issues
  // An invalid key of a record contains the actual problem.
  const why = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return failed(`${nameOfField(issue?.path[0])}: ${why?.message ?? 'this cannot be used.'}`)
}

/** True for a cloud, whose models belong to a region. */
export function isOfCloud(kind: EndpointKind): boolean {
  return kind === 'bedrock' || kind === 'vertex'
}

function placeIn({
  kind,
  project,
  region,
}: EndpointFields): Pick<EndpointDraft, 'project' | 'region'> {
  if (!isOfCloud(kind)) return {}
  return kind === 'vertex' ? { region, project } : { region }
}

/** The key as one text. */
function keyIn({ apiKey, aws, kind }: EndpointFields): Result<string, string> {
  const [id, secret, session] = [aws.id.trim(), aws.secret.trim(), aws.session.trim()]
  if (kind !== 'bedrock' || id + secret + session === '') return ok(apiKey)
  if (!/^[A-Z0-9]{16,128}$/.test(id) || !/^[^\s:]{16,128}$/.test(secret)) {
    return failed('AWS keys: enter both the whole access key ID and the whole secret access key.')
  }
  return ok(session === '' ? `${id}:${secret}` : `${id}:${secret}:${session}`)
}

/** Combines the endpoint's models with the person's: the person's numbers take precedence. */
export function withFound(
  models: readonly ModelFields[],
  found: readonly EndpointModel[],
): readonly ModelFields[] {
  const known = new Map(models.map((each) => [each.id.trim(), each]))
  const named = found.map(modelFields).map((each) => {
    const own = known.get(each.id)
    known.delete(each.id)
    if (own === undefined) return each
    return {
      id: each.id,
      displayName: each.displayName ?? own.displayName,
      contextTokens: own.contextTokens || each.contextTokens,
      outputTokens: own.outputTokens || each.outputTokens,
      price: isPriceEmpty(own.price) ? each.price : own.price,
    }
  })
  return [...named, ...known.values()]
}

/** `3 models` */
export function countOfModels(count: number): string {
  return count === 0 ? 'no models yet' : countOf(count, 'model', 'models')
}

export function wordsOfKind(kind: EndpointKind): string {
  switch (kind) {
    case 'openai':
      return 'OpenAI-compatible'
    case 'responses':
      return 'OpenAI (Responses API)'
    case 'anthropic':
      return 'Anthropic'
    case 'gemini':
      return 'Gemini'
    case 'bedrock':
      return 'Claude on Amazon Bedrock'
    case 'vertex':
      return 'Claude on Google Vertex AI'
    default:
      return assertNever(kind)
  }
}

/**
 * The fields with another address. If that address usually has another kind than the previous one, the kind changes
 * with it, unless a person has chosen a different one.
 */
export function withAddress(fields: EndpointFields, baseUrl: string): EndpointFields {
  const [before, after] = [usualKind(fields.baseUrl), usualKind(baseUrl)]
  return { ...fields, baseUrl, kind: fields.kind === before ? after : fields.kind }
}

/**
 * OpenAI supports tools for its newest models only in its newer API, and Gemini's own API returns more than its
 * OpenAI-compatible one.
 */
function usualKind(baseUrl: string): EndpointKind {
  const { hostname, pathname } = URL.parse(baseUrl.trim()) ?? { hostname: '', pathname: '' }
  if (hostname === 'api.openai.com') return 'responses'
  if (/^bedrock-runtime(-fips)?\.[a-z0-9-]+\.amazonaws\.com$/.test(hostname)) return 'bedrock'
  if (/(^|-)aiplatform(\.(us|eu)\.rep)?\.googleapis\.com$/.test(hostname)) return 'vertex'
  if (hostname !== 'generativelanguage.googleapis.com') return 'openai'
  return /\/openai(\/|$)/.test(pathname) ? 'openai' : 'gemini'
}

/** The fields with another kind: the address changes with it if it is the usual one, or empty. */
export function withKind(fields: EndpointFields, kind: EndpointKind): EndpointFields {
  return withUsualAddress({ ...fields, kind }, fields)
}

export function withRegion(fields: EndpointFields, region: string): EndpointFields {
  return withUsualAddress({ ...fields, region }, fields)
}

function withUsualAddress(next: EndpointFields, before: EndpointFields): EndpointFields {
  const isUsual = before.baseUrl === '' || before.baseUrl === usualAddress(before)
  return isUsual ? { ...next, baseUrl: usualAddress(next) } : next
}

/** '' if there is no usual one. */
function usualAddress({ kind, region: written }: EndpointFields): string {
  const region = written.trim()
  if (kind === 'responses') return 'https://api.openai.com/v1'
  if (kind === 'gemini') return 'https://generativelanguage.googleapis.com'
  if (kind === 'bedrock') {
    return region === '' ? '' : `https://bedrock-runtime.${region}.amazonaws.com`
  }
  if (kind !== 'vertex') return ''
  if (region === '' || region === 'global') return 'https://aiplatform.googleapis.com'
  return region === 'us' || region === 'eu'
    ? `https://aiplatform.${region}.rep.googleapis.com`
    : `https://${region}-aiplatform.googleapis.com`
}

function headersIn(text: string): Result<Readonly<Record<string, string>>, string> {
  const headers: Record<string, string> = {}
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    if (colon <= 0 || name === '') return failed(`Headers: line ${index + 1} is not “Name: value”.`)
    headers[name] = line.slice(colon + 1).trim()
  }
  return ok(headers)
}

function modelsIn(fields: readonly ModelFields[]): Result<readonly EndpointModel[], string> {
  const models: EndpointModel[] = []
  const ids = new Set<string>()
  for (const { contextTokens, displayName, id, outputTokens, price } of fields) {
    const name = id.trim()
    if (name === '') continue
    if (ids.has(name)) return failed(`Models: ${name} is listed twice.`)
    ids.add(name)
    const context = tokensIn(contextTokens)
    const output = tokensIn(outputTokens)
    if (context === undefined || output === undefined) {
      return failed(`Models: the sizes of ${name} must be whole numbers of tokens, or empty.`)
    }
    if (context !== null && context < LEAST_CONTEXT) {
      return failed(`Models: ${name} must be able to read at least ${LEAST_CONTEXT} tokens.`)
    }
    const own = priceIn(price, name)
    if (!own.ok) return own
    const sizes = { contextTokens: context, outputTokens: output, price: own.value }
    models.push({ id: name, displayName, ...sizes })
  }
  return ok(models)
}

const LEAST_CONTEXT = 1_000

/** Null: empty. Undefined: not a number of tokens. */
function tokensIn(text: string): number | null | undefined {
  const digits = text.trim()
  if (digits === '') return null
  return /^[1-9]\d{0,7}$/.test(digits) ? Number(digits) : undefined
}

function textOf(tokens: number | null): string {
  return tokens === null ? '' : String(tokens)
}

function nameOfField(field: unknown): string {
  switch (field) {
    case 'id':
      return 'Name'
    case 'baseUrl':
      return 'Address'
    case 'apiKey':
      return 'Key'
    case 'headers':
      return 'Headers'
    case 'region':
      return 'Region'
    case 'project':
      return 'Project'
    default:
      return 'Models'
  }
}
