import { commands } from '../../src/shared/protocol/commands.ts'
import { ClientEvent } from '../../src/shared/protocol/events.ts'
import { readContract, typeOf } from './contract-types.ts'

const HEAD = `// Written by \`node scripts/docs/protocol.ts\` from the command table: the types of \`phoenix/client\`, which need no package.

/** Where Phoenix is, and the token that it gave: \`socket\` as after --listen, or \`origin\` as in the printed address. */
export type Address = { readonly token: string } & (
  | { readonly socket: string }
  | { readonly origin: string }
)

/** What can be done, or why not. Nothing here throws or rejects. */
export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Fault }

/** A connection to a Phoenix that runs. */
export interface PhoenixClient {
  /** Answered exactly once, also when the connection ends. */
  request<Name extends keyof Commands>(
    name: Name,
    input: Commands[Name]['input'],
  ): Promise<Result<Commands[Name]['output'], AppError>>
  /** Stop: passes all that waits. */
  cancel(conversationId: string): Promise<Result<unknown, AppError>>
  onEvent(listener: (event: ClientEvent) => void): void
  /** Settled when the connection has ended, for whatever reason: closed, revoked, or Phoenix has quit. */
  readonly closed: Promise<void>
  close(): void
}

/** Connects once: whoever wants to come back calls it again. The error is a sentence for people. */
export declare function connectToPhoenix(address: Address): Promise<Result<PhoenixClient, string>>
`

/** Returns the text of resources/client/phoenix.d.ts. */
export async function clientTypes(): Promise<string> {
  const { said, text, types } = await readContract()
  const table = Object.entries(commands).map(([name, { input, output }]) => {
    const about = said.get(name)
    const comment = about === undefined ? '' : `  /** ${about} */\n`
    return `${comment}  readonly '${name}': {\n    readonly input: ${text(input)}\n    readonly output: ${text(output)}\n  }\n`
  })
  const events = ClientEvent.options.map(
    (event) => `  /** ${typeOf(event)} */\n  | ${text(event, true)}\n`,
  )
  const named = [...types()].map(([name, type]) => `export type ${name} = ${type}\n`)
  return `${HEAD}
export interface Commands {
${table.join('')}}

/** What Phoenix says by itself. */
export type ClientEvent =
${events.join('')}
${named.join('\n')}`
}
