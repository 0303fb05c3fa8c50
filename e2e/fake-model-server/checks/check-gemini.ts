import { checkPdfData } from './check-document.ts'
import { isJson, type Json } from '../json.ts'

const TOP_FIELDS: ReadonlySet<string> = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'generationConfig',
])
const CONFIG_FIELDS: ReadonlySet<string> = new Set(['maxOutputTokens', 'thinkingConfig'])
const THINKING_FIELDS: ReadonlySet<string> = new Set([
  'includeThoughts',
  'thinkingBudget',
  'thinkingLevel',
])
const LEVELS: ReadonlySet<unknown> = new Set(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'])
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/**
 * Returns the first reason for which generateContent would refuse this body; null if it would accept it. Based on
 * Google's documentation (thought signatures, function calling, thinking), the types of its library and the refusals
 * that people quote, never on Phoenix's assumptions.
 */
export function checkGemini(body: unknown, model: string): string | null {
  if (!isJson(body)) return 'Invalid JSON payload received. Expected an object.'
  const unknown = Object.keys(body).find((name) => !TOP_FIELDS.has(name))
  if (unknown !== undefined) return unknownName(unknown)
  const { contents, generationConfig, systemInstruction, tools } = body
  if (!Array.isArray(contents) || contents.length === 0) return 'contents is not specified'
  const turns = contents.filter(isJson)
  if (turns.length < contents.length) return "Invalid value at 'contents'"
  if (turns.at(-1)?.['role'] !== 'user') {
    return 'Please ensure that single turn requests end with a user role or the role field is empty.'
  }
  return (
    checkConfig(generationConfig, model) ??
    (systemInstruction === undefined ? null : checkTurn(systemInstruction, 'systemInstruction')) ??
    checkTools(tools) ??
    first(turns.map((turn, index) => checkTurn(turn, `contents[${index}]`))) ??
    checkCalls(turns) ??
    (generationOf(model) >= 3 ? checkSignatures(turns) : null)
  )
}

function unknownName(name: string, at = ''): string {
  return `Invalid JSON payload received. Unknown name "${name}"${at === '' ? '' : ` at '${at}'`}: Cannot find field.`
}

function first(complaints: readonly (string | null)[]): string | null {
  return complaints.find((each) => each !== null) ?? null
}

function generationOf(model: string): number {
  return Number(/^gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 3)
}

function checkConfig(config: unknown, model: string): string | null {
  if (config === undefined) return null
  if (!isJson(config)) return "Invalid value at 'generation_config'"
  const unknown = Object.keys(config).find((name) => !CONFIG_FIELDS.has(name))
  if (unknown !== undefined) return unknownName(unknown, 'generation_config')
  const thinking = config['thinkingConfig']
  if (thinking === undefined) return null
  if (!isJson(thinking)) return "Invalid value at 'generation_config.thinking_config'"
  const odd = Object.keys(thinking).find((name) => !THINKING_FIELDS.has(name))
  if (odd !== undefined) return unknownName(odd, 'generation_config.thinking_config')
  const { thinkingBudget: budget, thinkingLevel: level } = thinking
  if (budget !== undefined && level !== undefined) {
    return 'You can only set only one of thinking budget and thinking level.'
  }
  if (level !== undefined && (!LEVELS.has(level) || generationOf(model) < 3)) {
    return 'Thinking level is not supported for this model.'
  }
  if (budget !== undefined && (typeof budget !== 'number' || generationOf(model) >= 3)) {
    return 'Thinking budget is not supported for this model.'
  }
  return budget === 0 && model.startsWith('gemini-2.5-pro')
    ? 'Budget 0 is invalid. This model only works in thinking mode.'
    : null
}

function checkTools(tools: unknown): string | null {
  if (tools === undefined) return null
  if (!Array.isArray(tools)) return "Invalid value at 'tools'"
  for (const tool of tools) {
    const declared = isJson(tool) ? tool['functionDeclarations'] : null
    if (!Array.isArray(declared) || declared.length === 0) return "Invalid value at 'tools[0]'"
    for (const each of declared) {
      if (!isJson(each) || !NAME.test(String(each['name']))) {
        return 'Invalid function name. Must start with a letter or an underscore.'
      }
      const schema = each['parametersJsonSchema']
      if (!isJson(schema) || schema['type'] !== 'object' || each['parameters'] !== undefined) {
        return 'function_declarations.parameters schema should be of type OBJECT'
      }
    }
  }
  return null
}

const PART_KINDS = ['text', 'inlineData', 'functionCall', 'functionResponse'] as const
const PART_FIELDS: ReadonlySet<string> = new Set([...PART_KINDS, 'thought', 'thoughtSignature'])

function checkTurn(turn: unknown, at: string): string | null {
  if (!isJson(turn)) return `Invalid value at '${at}'`
  const { parts, role } = turn
  if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.'
  if (!Array.isArray(parts) || parts.length === 0) {
    return '* GenerateContentRequest.contents: contents.parts must not be empty.'
  }
  return first(parts.map((part, index) => checkPart(part, role, `${at}.parts[${index}]`)))
}

function checkPart(part: unknown, role: string, at: string): string | null {
  if (!isJson(part)) return `Invalid value at '${at}'`
  const unknown = Object.keys(part).find((name) => !PART_FIELDS.has(name))
  if (unknown !== undefined) return unknownName(unknown, at)
  const kinds = PART_KINDS.filter((kind) => part[kind] !== undefined)
  const [kind] = kinds
  if (kinds.length !== 1 || kind === undefined) {
    return `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`
  }
  const { thought, thoughtSignature: signature } = part
  if (signature !== undefined && (typeof signature !== 'string' || !BASE64.test(signature))) {
    return `Invalid value at '${at}.thought_signature' (TYPE_BYTES), Base64 decoding failed`
  }
  if (role === 'user' && (signature !== undefined || thought !== undefined)) {
    return 'Thought signature is not valid.'
  }
  // An empty text is only valid with a signature.
  if (part['text'] === '' && signature === undefined)
    return 'Unable to submit an empty text parameter.'
  const isCall = kind === 'functionCall'
  if (isCall !== (role === 'model') && kind !== 'text') return `Invalid part for the role ${role}.`
  return kind === 'text' ? null : checkData(part[kind], kind, at)
}

function checkData(data: unknown, kind: (typeof PART_KINDS)[number], at: string): string | null {
  if (!isJson(data)) return `Invalid value at '${at}'`
  if (kind === 'inlineData') {
    const { data: bytes, mimeType } = data
    if (mimeType === 'application/pdf') return checkPdfData(bytes)
    const isImage = typeof mimeType === 'string' && mimeType.startsWith('image/')
    return isImage && typeof bytes === 'string' && BASE64.test(bytes)
      ? null
      : 'Unable to process input image.'
  }
  if (!NAME.test(String(data['name']))) {
    return `* GenerateContentRequest.${at}.${kind === 'functionCall' ? 'function_call' : 'function_response'}.name: Name cannot be empty.`
  }
  const value = data[kind === 'functionCall' ? 'args' : 'response']
  return isJson(value)
    ? null
    : `Invalid value at '${at}' (type.googleapis.com/google.protobuf.Struct)`
}

/** Returns the parts of one kind in a turn. */
function within(turn: Json | undefined, kind: string): readonly Json[] {
  const parts = turn?.['parts']
  return Array.isArray(parts)
    ? parts.filter(isJson).flatMap((part) => (isJson(part[kind]) ? [part] : []))
    : []
}

/** Each turn of calls is immediately followed by a turn with as many results, for the same names and ids. */
function checkCalls(turns: readonly Json[]): string | null {
  const complaints = turns.map((turn, index): string | null => {
    const calls = within(turn, 'functionCall').map((part) => part['functionCall'] as Json)
    const answers = within(turns[index + 1], 'functionResponse')
    const results = answers.map((part) => part['functionResponse'] as Json)
    if (within(turn, 'functionResponse').length > 0) {
      const before = within(turns[index - 1], 'functionCall')
      if (before.length === 0) {
        return 'Please ensure that function response turn comes immediately after a function call turn.'
      }
    }
    if (calls.length !== results.length) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    }
    const isMatched = calls.every(
      ({ id, name }, at) => results[at]?.['name'] === name && results[at]?.['id'] === id,
    )
    return isMatched ? null : 'Function response does not match its function call by name and id.'
  })
  return first(complaints)
}

/** The current turn begins at the person's last message: the first call in each of its steps must be signed. */
function checkSignatures(turns: readonly Json[]): string | null {
  const asked = turns.findLastIndex(
    (turn) => turn['role'] === 'user' && within(turn, 'functionResponse').length === 0,
  )
  const complaints = turns.slice(asked + 1).map((turn, index): string | null => {
    const [call] = within(turn, 'functionCall')
    if (call === undefined || call['thoughtSignature'] !== undefined) return null
    const name = String((call['functionCall'] as Json)['name'])
    return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${asked + index + 2}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`
  })
  return first(complaints)
}
