import type { IncomingMessage } from 'node:http'
import * as z from '../../../shared/schema.ts'
import type { SessionAuthenticator } from './session-authenticator.ts'

const Body = z.object({ code: z.string().min(1).max(200) })

/** Reads a body whose length was checked, and exchanges its code for a token. Null for anything else; never rejects. */
export async function exchangeCode(
  request: IncomingMessage,
  authenticator: SessionAuthenticator,
): Promise<string | null> {
  const body = Body.safeParse(parseJson(await readBody(request)))
  return authenticator.exchange(body.success ? body.data.code : '')
}

/** '' if the sender went away. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  } catch {
    return ''
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
