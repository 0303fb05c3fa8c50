import { randomUUID } from 'node:crypto'
import type {
  AuthProvider,
  OAuthClientProvider,
  OAuthDiscoveryState,
} from '@modelcontextprotocol/client'
import { SIGN_IN_MS } from '../../../../shared/protocol/mcp-commands.ts'
import { isLocalAddress } from '../../../../shared/settings/local-address.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { visibleText } from '../../../../shared/visible-text.ts'
import { NEVER, within } from '../../system/within.ts'
import { openCallbackServer } from './callback-server.ts'
import { wordsOf } from '../list-pages.ts'
import { loadSdk } from '../sdk.ts'
import { serverFetch } from '../server-fetch.ts'
import type { SignIn, SignInStore } from './sign-in-store.ts'

/** How long the servers of a sign-in may take (ms). */
const SERVERS_MS = 30_000

/** A server's refusal: how to sign in, and for what. */
interface AuthHints {
  readonly resourceMetadataUrl?: URL
  readonly scope?: string
}

type AuthOptions = Parameters<Awaited<ReturnType<typeof loadSdk>>['auth']>[1]

/** Signs in to HTTP servers: with OAuth by the SDK, in the user's browser, and only when they ask for it. */
export class SignIns {
  readonly #store: SignInStore
  readonly #hints = new Map<string, AuthHints>()
  readonly #renewals = new Map<string, Promise<boolean>>()
  readonly #onSignedIn: (url: string) => void

  constructor(store: SignInStore, onSignedIn: (url: string) => void) {
    this.#store = store
    this.#onSignedIn = onSignedIn
  }

  /** Authorises requests with the stored tokens, renewed if possible. `onRefused`: the user has to sign in. */
  providerFor(url: string, onRefused: () => void): AuthProvider {
    return {
      token: () => Promise.resolve(this.#store.find(url)?.tokens.access_token),
      onUnauthorized: async ({ response }) => {
        const { extractWWWAuthenticateParams, UnauthorizedError } = await loadSdk()
        this.#hints.set(url, hintsIn(extractWWWAuthenticateParams(response)))
        if (await this.#renew(url)) return
        onRefused()
        throw new UnauthorizedError('It wants you to sign in.')
      },
    }
  }

  /** Requests refused at the same time share one renewal: many servers take a second use of a token for theft. */
  #renew(url: string): Promise<boolean> {
    const running = this.#renewals.get(url)
    if (running !== undefined) return running
    const renewal = this.#renewNow(url).finally(() => this.#renewals.delete(url))
    this.#renewals.set(url, renewal)
    return renewal
  }

  async #renewNow(url: string): Promise<boolean> {
    const kept = this.#store.find(url)
    if (typeof kept?.tokens['refresh_token'] !== 'string') return false
    const { auth } = await loadSdk()
    const flow = new Flow(kept, null)
    const renewing = inTime(auth(flow, this.#optionsFor(url)))
    const renewed = await renewing.catch(() => null)
    // A person has signed in meanwhile: those tokens are newer, whatever became of these.
    if (this.#store.find(url) !== kept) return true
    if (renewed !== 'AUTHORIZED' || flow.signIn === null) return false
    this.#store.put(url, flow.signIn)
    return true
  }

  /** Signs out. */
  forget(url: string): void {
    this.#store.put(url, null)
  }

  /** Begins a sign-in: returns the address for the user's browser, or null if it was not needed. The error is a sentence. */
  async begin(url: string): Promise<Result<string | null, string>> {
    const { auth } = await loadSdk()
    const state = randomUUID()
    const server = await openCallbackServer(state).catch(() => null)
    if (server === null) return failed(NO_PORT)
    const flow = new Flow(null, { redirectUrl: server.redirectUrl, state })
    const authOptions = this.#optionsFor(url)
    try {
      const begun = await inTime(auth(flow, authOptions))
      if (begun === 'AUTHORIZED') {
        server.close()
        return ok(null)
      }
      const { authorizationUrl } = flow
      if (authorizationUrl === null || !isAllowedFor(url, authorizationUrl.origin))
        throw new Error('It named no page that can be opened.')
      void this.#finish(url, flow, server, authOptions)
      return ok(authorizationUrl.href)
    } catch (error) {
      server.close()
      return failed(`Signing in did not begin: ${wordsOf(error)}`)
    }
  }

  async #finish(
    url: string,
    flow: Flow,
    server: Awaited<ReturnType<typeof openCallbackServer>>,
    authOptions: AuthOptions,
  ): Promise<void> {
    const answered = await within(server.answer, SIGN_IN_MS, NEVER)
    if (answered.type !== 'done') return server.close()
    try {
      const { auth } = await loadSdk()
      await inTime(auth(flow, { ...authOptions, ...codeIn(answered.value) }))
      if (flow.signIn === null) throw new Error('The server gave no token.')
      this.#store.put(url, flow.signIn)
      this.#onSignedIn(url)
      server.close('You are signed in. You can close this page and go back to Phoenix.')
    } catch (error) {
      const why = visibleText(wordsOf(error))
      server.close(`Signing in failed: ${why}\nGo back to Phoenix to sign in again.`)
    }
  }

  #optionsFor(url: string): AuthOptions {
    return {
      serverUrl: url,
      fetchFn: serverFetch((origin) => isAllowedFor(url, origin)),
      ...this.#hints.get(url),
    }
  }
}

/** What the browser brought back. Throws if it is a refusal. */
function codeIn(answer: URLSearchParams): { authorizationCode: string; iss?: string } {
  const code = answer.get('code')
  const iss = answer.get('iss')
  if (code === null) throw new Error(`It was refused (${answer.get('error') ?? 'no code'}).`)
  return { authorizationCode: code, ...(iss !== null && { iss }) }
}

const NO_PORT = 'Signing in did not begin: no port could be opened for your browser to return to.'

/** Rejects if the promise does, or if it takes too long. */
async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const settled = work.then(
    (value) => () => value,
    (error: unknown) => (): never => {
      throw error
    },
  )
  const answered = await within(settled, SERVERS_MS, NEVER)
  if (answered.type !== 'done') throw new Error('Its servers did not answer in time.')
  return answered.value()
}

function hintsIn({
  resourceMetadataUrl,
  scope,
}: {
  resourceMetadataUrl?: URL
  scope?: string
}): AuthHints {
  return {
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  }
}

/**
 * A sign-in involves other servers that the first one names: only by HTTPS, or on this machine if the first one is here too.
 */
export function isAllowedFor(url: string, origin: string): boolean {
  if (origin === new URL(url).origin) return true
  return isLocalAddress(url)
    ? isLocalAddress(origin)
    : origin.startsWith('https://') && !isLocalAddress(origin)
}

/** The SDK's view of one sign-in, or of one renewal (then `callback` is null). */
class Flow implements OAuthClientProvider {
  authorizationUrl: URL | null = null
  readonly #callback: { readonly redirectUrl: string; readonly state: string } | null
  #client: SignIn['client'] | undefined
  #tokens: SignIn['tokens'] | undefined
  #found: OAuthDiscoveryState | undefined
  #verifier = ''

  constructor(
    kept: SignIn | null,
    callback: { readonly redirectUrl: string; readonly state: string } | null,
  ) {
    this.#callback = callback
    this.#client = kept?.client
    this.#tokens = kept?.tokens
  }

  /** Null until it has completed. */
  get signIn(): SignIn | null {
    if (this.#client === undefined || this.#tokens === undefined) return null
    return { client: this.#client, tokens: this.#tokens }
  }

  get redirectUrl(): string {
    return this.#callback?.redirectUrl ?? 'http://127.0.0.1/callback'
  }

  get clientMetadata(): OAuthClientProvider['clientMetadata'] {
    return {
      client_name: 'Phoenix',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state(): string {
    return this.#callback?.state ?? ''
  }

  clientInformation(): SignIn['client'] | undefined {
    return this.#client
  }

  saveClientInformation(client: SignIn['client']): void {
    this.#client = client
  }

  tokens(): SignIn['tokens'] | undefined {
    return this.#tokens
  }

  saveTokens(tokens: SignIn['tokens']): void {
    this.#tokens = tokens
  }

  redirectToAuthorization(url: URL): void {
    if (this.#callback === null) throw new Error('A person has to sign in.')
    this.authorizationUrl = url
  }

  /** Else the servers are looked up again for the code, and a lying one could name another for it. */
  saveDiscoveryState(found: OAuthDiscoveryState): void {
    this.#found = found
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#found
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }
}
