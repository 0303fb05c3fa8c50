import { assertNever } from '../../shared/assert-never.ts'
import { withoutDefinition } from '../../shared/mcp-server.ts'
import type { CallAction } from '../../shared/conversation/turn.ts'
import type { AskedCall } from '../conversation/open-approvals.ts'
import { countOf } from './words.ts'

/** Says why a person is asked: what they need to know before they allow the call. */
export function wordsOfWhy({ call, why }: AskedCall): string {
  switch (why) {
    case 'mode':
      if (call.action === 'server' && call.subject !== null) {
        return `It calls an MCP server, ${withoutDefinition(call.subject)}. This conversation asks before that.`
      }
      return `This conversation asks before ${wordsOfAction(call.action)}.`
    case 'privateHost':
      return `It sends a request to ${call.subject ?? 'a host'}, on this machine or on a private network. Services there often trust anyone who can reach them.`
    case 'outside':
      // For a command, outside means outside the sandbox.
      if (call.action === 'command') {
        return 'It runs outside the sandbox this once: it can reach everything your account can.'
      }
      return 'It reaches outside this conversation’s folder.'
    case 'secret':
      return 'It touches a file that may hold secrets.'
    case 'repeated':
      return 'The agent made the same call in its last two replies and got the same result. It may be going in circles.'
    default:
      return assertNever(why)
  }
}

function wordsOfAction(action: CallAction): string {
  switch (action) {
    case 'command':
      return 'a command runs'
    case 'change':
      return 'a file is changed'
    case 'read':
      return 'a file is read'
    case 'fetch':
      return 'a web page is fetched'
    case 'server':
      return 'an MCP server is called'
    case 'think':
    case 'spawn':
    case 'submit':
    case 'question':
      return 'this'
    default:
      return assertNever(action)
  }
}

/** Says how many sub-agents wait behind the one on the card. */
export function wordsOfOthers(count: number): string {
  return `${countOf(count, 'more sub-agent is', 'more sub-agents are')} waiting for your answer.`
}
