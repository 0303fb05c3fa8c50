import {
  ASK_USER_SPEC,
  SPAWN_SPEC,
  SpawnInput,
  SUBMIT_SPEC,
  SubmitInput,
} from '../../core/request/agent-tools.ts'
import { AskUserInput } from '../../../shared/messages/user-question.ts'
import { defineTool, failedWith, type Tool } from './definition/tool.ts'

const LIMIT_MS = 1_000
/** The machine carries these calls out itself: running one as a tool is a bug of ours, and still gets an answer. */
const NEVER_RUN = 'This call is not run as a tool.'

export function createSpawn(): Tool {
  return defineTool({
    name: SPAWN_SPEC.name,
    description: SPAWN_SPEC.description,
    input: SpawnInput,
    callers: ['root'],
    limitMs: () => LIMIT_MS,
    permitted: () => ({ action: 'spawn', subject: null, reach: 'inside' }),
    run: () => Promise.resolve(failedWith(NEVER_RUN)),
  })
}

export function createAskUser(): Tool {
  return defineTool({
    name: ASK_USER_SPEC.name,
    description: ASK_USER_SPEC.description,
    input: AskUserInput,
    callers: ['root'],
    limitMs: () => LIMIT_MS,
    permitted: () => ({ action: 'question', subject: null, reach: 'inside' }),
    run: () => Promise.resolve(failedWith(NEVER_RUN)),
  })
}

export function createSubmit(): Tool {
  return defineTool({
    name: SUBMIT_SPEC.name,
    description: SUBMIT_SPEC.description,
    input: SubmitInput,
    callers: ['worker', 'explorer'],
    limitMs: () => LIMIT_MS,
    permitted: () => ({ action: 'submit', subject: null, reach: 'inside' }),
    run: () => Promise.resolve(failedWith(NEVER_RUN)),
  })
}
