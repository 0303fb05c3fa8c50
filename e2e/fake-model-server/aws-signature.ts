import { createHash, createHmac } from 'node:crypto'
import type { ReceivedRequest } from './dialect.ts'

/** The account that the fake accepts. */
export const AWS_ACCOUNT = {
  accessKeyId: 'AKIAFAKEFAKEFAKEFAKE',
  secretAccessKey: 'fake/secret+key/of/forty/characters12345',
  region: 'eu-central-1',
} as const

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/**
 * Returns what is wrong with the signature of a request; null: nothing. Computed according to the documentation of
 * Signature Version 4, with each part of the path encoded once more than in the request.
 */
export function signatureFault({ headers, method, text, url }: ReceivedRequest): string | null {
  const [, id, day, region, service, names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return 'Authorization header is malformed'
  if (id !== AWS_ACCOUNT.accessKeyId)
    return 'The security token included in the request is invalid.'
  if (region !== AWS_ACCOUNT.region) return 'Credential should be scoped to a valid region.'
  if (service !== 'bedrock') return 'Credential should be scoped to correct service: bedrock.'
  for (const wanted of ['host', 'x-amz-date']) {
    if (!names.split(';').includes(wanted)) return `'${wanted}' must be a 'SignedHeader'`
  }
  const at = String(headers['x-amz-date'])
  if (!at.startsWith(String(day))) return 'Signature expired'
  const path = url.pathname.split('/').map(encodeURIComponent).join('/')
  const query = [...url.searchParams.entries()]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, query, signed.join(''), names, sha256(text)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [String(day), region, service, 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${AWS_ACCOUNT.secretAccessKey}`,
  )
  return hmac(key, toSign).toString('hex') === signature
    ? null
    : 'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.'
}
