import {
  type AgentContext,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type ElicitationContentValue,
  methods,
  type PermissionOption,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk'
import * as z from '../../shared/schema.ts'
import type { Client } from '../../client/client.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { ApprovalAnswer } from '../../shared/conversation/turn.ts'
import {
  answersQuestion,
  type QuestionAnswer,
  type UserQuestion,
} from '../../shared/messages/user-question.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { alwaysChoicesOf, sentenceOfRule } from '../../client/conversation/always-choices.ts'
import { wordsOfWhy } from '../../client/words/approval-words.ts'
import type { AskedCall } from '../../client/conversation/open-approvals.ts'
import { textToAllow } from '../../client/words/call-texts.ts'
import type { Answerer, CallReference, Unanswered } from '../answer-asks.ts'
import { fenced } from '../../client/words/fenced.ts'
import { diffsOf, toolCallOf } from './tool-calls.ts'

/** The answer to a permission request that chooses an option. The library does not check what clients answer. */
const Selected = z.object({
  outcome: z.object({ outcome: z.literal('selected'), optionId: z.string() }),
})

/** The client failed to ask. */
const UNASKED: unique symbol = Symbol('unasked')

const CHOICE = 'choice'
const WORDS = 'words'
const SKIP: PermissionOption = { optionId: 'skip', name: 'Skip', kind: 'reject_once' }

export interface AskClientOptions {
  readonly client: Client
  readonly peer: AgentContext
  readonly capabilities: ClientCapabilities
  /** The session to ask in. For a sub-agent, that of the conversation that started it. */
  readonly sessionId: ConversationId
  readonly folder: string
}

/** Asks the person through the client: approvals with its permission request, questions with a form if it has forms. */
export function clientAnswerer(options: AskClientOptions): Answerer {
  const { capabilities, client, folder, peer, sessionId } = options

  async function approve(
    at: CallReference,
    askedCall: AskedCall,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer | Unanswered> {
    const preview = await client.request('approval.preview', at)
    if (signal.aborted) return 'nobody'
    const whole = textToAllow(askedCall.call.input, preview.ok ? preview.value : null)
    const [rule] = alwaysChoicesOf(askedCall)
    const permissions: PermissionOption[] = [
      { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
      ...(rule === undefined
        ? []
        : [
            {
              optionId: 'always',
              name: `Always: ${visibleText(sentenceOfRule(rule))}`,
              kind: 'allow_always' as const,
            },
          ]),
      { optionId: 'deny', name: 'Deny', kind: 'reject_once' },
    ]
    const chosen = await choose(
      at,
      askedCall,
      [wordsOfWhy(askedCall), fenced(visibleText(whole, 'kept'))],
      permissions,
      signal,
    )
    switch (chosen) {
      case UNASKED:
        return 'nobody'
      case null:
        return { type: 'deny', reason: '' }
      case 'once':
        return { type: 'once' }
      case 'always':
        return rule === undefined ? { type: 'once' } : { type: 'always', rule }
      default:
        return { type: 'deny', reason: '' }
    }
  }

  /** Null if no option was chosen. */
  async function choose(
    { callId }: CallReference,
    { call }: Pick<AskedCall, 'call'>,
    texts: readonly string[],
    permissions: PermissionOption[],
    signal: AbortSignal,
  ): Promise<string | typeof UNASKED | null> {
    const content = [
      ...texts.map((text) => ({ type: 'content', content: { type: 'text', text } }) as const),
      ...diffsOf(call, folder, false),
    ]
    const toolCall = { ...toolCallOf(callId, call, folder), content }
    const request: RequestPermissionRequest = { sessionId, toolCall, options: permissions }
    const pending = peer.request(methods.client.session.requestPermission, request, {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    })
    const given = await pending.catch((): typeof UNASKED => UNASKED)
    if (given === UNASKED) return UNASKED
    const answer = Selected.safeParse(given)
    return answer.success ? answer.data.outcome.optionId : null
  }

  async function reply(
    at: CallReference,
    question: UserQuestion,
    signal: AbortSignal,
  ): Promise<QuestionAnswer | Unanswered> {
    if (capabilities.elicitation?.form != null) return replyByForm(at, question, signal)
    if (question.options.length === 0) return 'nobody'
    const options = question.options.map(({ label }, index): PermissionOption => ({
      optionId: String(index),
      name: label,
      kind: 'allow_once',
    }))
    const input = { type: 'object', value: { question: question.question } } as const
    const call = {
      callId: at.callId,
      name: 'ask_user',
      input,
      action: 'question',
      subject: null,
    } as const
    const chosen = await choose(at, { call }, [question.question], [...options, SKIP], signal)
    if (chosen === UNASKED) return 'nobody'
    const index = question.options.findIndex((_, each) => String(each) === chosen)
    return index < 0 ? { type: 'skipped' } : { type: 'answered', options: [index], text: '' }
  }

  async function replyByForm(
    { callId }: CallReference,
    question: UserQuestion,
    signal: AbortSignal,
  ): Promise<QuestionAnswer | Unanswered> {
    const pending = peer.request(
      methods.client.elicitation.create,
      formOf(question, sessionId, callId),
      {
        cancellationSignal: signal,
        stopWaitingOnCancel: true,
      },
    )
    const response = await pending.catch((): typeof UNASKED => UNASKED)
    if (response === UNASKED) return 'nobody'
    if (response?.action !== 'accept') return { type: 'skipped' }
    const content = 'content' in response ? response.content : null
    const answer = answerIn((content ?? {}) as Record<string, ElicitationContentValue>, question)
    return answersQuestion(answer, question) ? answer : { type: 'skipped' }
  }

  return { approve, reply }
}

function formOf(
  { header, multi_select: isSeveral, options, question, words: own }: UserQuestion,
  sessionId: ConversationId,
  toolCallId: string,
): CreateElicitationRequest {
  const oneOf = options.map(({ description, label }, index) => ({
    const: String(index),
    title: label,
    ...(description !== undefined && { description }),
  }))
  const choice = isSeveral
    ? ({ type: 'array', title: header ?? 'Choices', items: { anyOf: oneOf } } as const)
    : ({ type: 'string', title: header ?? 'Choice', oneOf } as const)
  const words = {
    type: 'string',
    title: options.length === 0 || own === 'value' ? 'Answer' : 'In your own words',
  } as const
  const properties = {
    ...(options.length > 0 && { [CHOICE]: choice }),
    ...(own !== 'none' && { [WORDS]: words }),
  }
  const requestedSchema = { type: 'object', properties } as const
  return { mode: 'form', message: question, sessionId, toolCallId, requestedSchema }
}

function answerIn(
  content: Readonly<Record<string, ElicitationContentValue>>,
  { options }: UserQuestion,
): QuestionAnswer {
  const choice = content[CHOICE] ?? []
  // Forms send an empty text where nothing was chosen.
  const values = (Array.isArray(choice) ? choice : [choice]).filter((each) => each !== '')
  const chosen = values.map((value) => options.findIndex((_, index) => String(index) === value))
  const words = content[WORDS]
  const text = typeof words === 'string' ? words.trim() : ''
  if (text === '' && chosen.length === 0) return { type: 'skipped' }
  return chosen.every((index) => index >= 0)
    ? { type: 'answered', options: chosen, text }
    : { type: 'skipped' }
}
