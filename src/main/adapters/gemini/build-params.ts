import type { Content, GenerateContentParameters, Part } from '@google/genai/web'
import { assertNever } from '../../../shared/assert-never.ts'
import type {
  RequestBlock,
  RequestMedia,
  RequestMessage,
} from '../../core/request/model-request.ts'
import type { RequestInput } from '../model-api/ask-endpoint.ts'
import { portableName, shownInput } from '../model-api/call-parts.ts'
import type { Base64Of } from '../model-api/media-source.ts'
import { asObject, asText } from '../model-api/json-fields.ts'
import { readSigned, SIGNATURE, type SignedFrom } from './signed-text.ts'
import { isSigning, thinkingConfigFor } from './thoughts.ts'

/** Converts our request to the format of generateContent. */
export function buildParams(
  { effort, provider, request }: RequestInput,
  base64Of: Base64Of,
): GenerateContentParameters {
  const { messages, system, tools } = request
  const { limits, model } = provider
  const thinkingConfig = thinkingConfigFor(provider, effort)
  const writer = new Writer(model, base64Of)
  return {
    model,
    contents: messages.flatMap((message) => writer.contentsOf(message)),
    config: {
      maxOutputTokens: limits.outputTokens,
      // Either would repeat the request by itself, unwatched.
      automaticContinuation: false,
      automaticFunctionCalling: { disable: true },
      ...(system.trim() === '' ? {} : { systemInstruction: system }),
      ...(thinkingConfig === null ? {} : { thinkingConfig }),
      ...(tools.length === 0
        ? {}
        : {
            tools: [
              {
                functionDeclarations: tools.map(({ description, inputSchema, name }) => ({
                  name,
                  description,
                  parametersJsonSchema: inputSchema,
                })),
              },
            ],
          }),
    },
  }
}

/** The value that Google's page on thought signatures recommends for calls made by another model. */
const UNSIGNED = 'skip_thought_signature_validator'

type CallBlock = Extract<RequestBlock, { type: 'toolCall' }>
type ResultBlock = Extract<RequestBlock, { type: 'toolResult' }>

class Writer {
  readonly #isSigning: boolean
  readonly #base64Of: Base64Of
  /** The names of the calls so far by id: a result must name its call. */
  readonly #names = new Map<string, string>()

  constructor(model: string, base64Of: Base64Of) {
    this.#isSigning = isSigning(model)
    this.#base64Of = base64Of
  }

  contentsOf(message: RequestMessage): readonly Content[] {
    return message.role === 'user' ? this.#userContents(message) : this.#modelContents(message)
  }

  /** Results are in a turn of their own, right after their calls and in the same number. */
  #userContents({ blocks }: RequestMessage): readonly Content[] {
    const results: Part[] = []
    const otherParts: Part[] = []
    for (const block of blocks) {
      if (block.type === 'toolResult') results.push(...this.#resultParts(block))
      else if (block.type === 'text') otherParts.push({ text: block.text })
      else if (block.type === 'image' || block.type === 'document') {
        otherParts.push(this.#mediaPart(block))
      }
    }
    return [results, otherParts].flatMap((parts) =>
      parts.length === 0 ? [] : [{ role: 'user', parts }],
    )
  }

  /** Converts a reply to be sent back: its parts in order, each with its original signature. */
  #modelContents({ blocks }: RequestMessage): readonly Content[] {
    const parts: Part[] = []
    const first = blocks.find((block) => block.type === 'toolCall')
    const isMarked = this.#isSigning || blocks.some(({ type }) => type === 'noReasoning')
    let signed: SignedFrom | null = null
    const flush = (): void => {
      if (signed !== null) parts.push({ text: '', [SIGNATURE]: signed.signature })
      signed = null
    }
    for (const block of blocks) {
      if (block.type === 'text') {
        parts.push(...textParts(block.text, signed))
        signed = null
        continue
      }
      flush()
      if (block.type === 'providerItem' && block.field === SIGNATURE)
        signed = readSigned(block.json)
      else parts.push(...this.#partsOf(block, isMarked && block === first))
    }
    flush()
    return parts.length === 0 ? [] : [{ role: 'model', parts }]
  }

  #partsOf(block: Exclude<RequestBlock, { type: 'text' }>, isMarked: boolean): readonly Part[] {
    switch (block.type) {
      case 'toolCall':
        return [this.#callPart(block, isMarked)]
      case 'thinking':
        return [{ text: block.text, thought: true, [SIGNATURE]: block.signature }]
      case 'image':
      case 'document':
      case 'redactedThinking':
      case 'reasoning':
      case 'noReasoning':
      case 'providerItem':
      case 'toolResult':
      case 'serverTool':
      case 'other':
        return []
      default:
        return assertNever(block)
    }
  }

  /** Of several calls, only the first is signed. */
  #callPart(call: CallBlock, isMarked: boolean): Part {
    const name = nameOf(call.name)
    this.#names.set(call.id, name)
    const signature = signatureOf(call) ?? (isMarked ? UNSIGNED : null)
    return {
      functionCall: { id: call.id, name, args: shownInput(call.input) },
      ...(signature === null ? {} : { [SIGNATURE]: signature }),
    }
  }

  /** Images go inside the result if the model accepts them there, otherwise after it. */
  #resultParts({ content, id, isError }: ResultBlock): readonly Part[] {
    const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    const images = content.flatMap((part) => (part.type === 'image' ? [this.#mediaPart(part)] : []))
    const placeholders = images.flatMap(({ text }) => text ?? [])
    const shown = images.flatMap(({ inlineData }) =>
      inlineData === undefined ? [] : [{ inlineData }],
    )
    const words = [...texts, ...placeholders].join('\n')
    const response = isError ? { error: words } : { output: words }
    const functionResponse = { id, name: this.#names.get(id) ?? 'unnamed', response }
    if (shown.length === 0) return [{ functionResponse }]
    return this.#isSigning
      ? [{ functionResponse: { ...functionResponse, parts: shown } }]
      : [{ functionResponse }, ...shown]
  }

  #mediaPart(block: RequestMedia): Part {
    const data = this.#base64Of(block)
    if (data === null) return { text: `[${block.type} ${block.name} is gone]` }
    return { inlineData: { mimeType: block.mediaType, data } }
  }
}

function textParts(text: string, signed: SignedFrom | null): readonly Part[] {
  if (signed === null) return [{ text }]
  const before = text.slice(0, signed.at)
  const own = { text: text.slice(signed.at), [SIGNATURE]: signed.signature }
  return before === '' ? [own] : [{ text: before }, own]
}

/** Unchanged, whether it came through this API or through the OpenAI-compatible one of the same endpoint. */
function signatureOf({ provider }: CallBlock): string | null {
  const compatible = asObject(asObject(provider?.['extra_content'])?.['google'])
  return asText(provider?.[SIGNATURE]) ?? asText(compatible?.['thought_signature'])
}

/** Gemini's names begin with a letter or an underscore. */
function nameOf(name: string): string {
  const portable = portableName(name)
  return /^[A-Za-z_]/.test(portable) ? portable : `_${portable}`.slice(0, 64)
}
