import * as z from '../../../shared/schema.ts'

/** The keys of an AWS account, stored as one secret text, separated by colons. */
export interface AwsKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Null if they are not temporary. */
  readonly sessionToken: string | null
}

const AWS_KEYS = /^([A-Z0-9]{16,128}):([^\s:]{16,128})(?::([^\s:]+))?$/

/** Null if it is something else, such as a Bedrock API key, which has no colon. */
export function readAwsKeys(key: string): AwsKeys | null {
  const [, accessKeyId, secretAccessKey, sessionToken = null] = AWS_KEYS.exec(key) ?? []
  if (accessKeyId === undefined || secretAccessKey === undefined) return null
  return { accessKeyId, secretAccessKey, sessionToken }
}

/** The required fields of Google's key file. */
const ServiceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN'),
  private_key_id: z.string().optional(),
  project_id: z.string().optional(),
})
export type ServiceAccount = Readonly<z.infer<typeof ServiceAccount>>

/** Null if it is something else, such as an access token. */
export function readServiceAccount(key: string): ServiceAccount | null {
  if (!key.trimStart().startsWith('{')) return null
  try {
    return ServiceAccount.parse(JSON.parse(key))
  } catch {
    return null
  }
}

/** All secrets in a key: a server may echo a part of it. */
export function secretsIn(key: string): readonly string[] {
  const aws = readAwsKeys(key)
  if (aws !== null) return [key, aws.secretAccessKey, aws.sessionToken ?? ''].filter(isMentioned)
  const account = readServiceAccount(key)
  return account === null
    ? [key]
    : [key, account.private_key, ...account.private_key.split('\n')].filter(isMentioned)
}

function isMentioned(secret: string): boolean {
  return secret !== '' && !secret.startsWith('-----')
}
