import { generateKeyPairSync, verify } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const EMAIL = 'phoenix@my-project-1.iam.gserviceaccount.com'

/** A key file in Google's format, whose key the fake accepts. */
export const SERVICE_ACCOUNT = JSON.stringify(
  {
    type: 'service_account',
    project_id: 'my-project-1',
    private_key_id: 'k1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: EMAIL,
    token_uri: 'http://127.0.0.1:1/token',
  },
  null,
  2,
)

/** True for an unexpired token that this account signed itself, for the whole cloud (AIP-4111). */
export function isSelfSigned(token: string): boolean {
  const [head, claims, signature] = token.split('.')
  if (head === undefined || claims === undefined || signature === undefined) return false
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const { exp, iss, scope, sub } = said
  const isOurs = iss === EMAIL && sub === EMAIL
  return (
    isSigned &&
    isOurs &&
    scope === 'https://www.googleapis.com/auth/cloud-platform' &&
    Number(exp) * 1000 > Date.now()
  )
}
