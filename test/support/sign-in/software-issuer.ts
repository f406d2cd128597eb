import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { IdentityProviderSettings } from '#server/config/config.ts'

/** A person who has an account at the issuer. */
export interface IssuerPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: unknown
  readonly name?: string
}

/** How the issuer's answers differ from correct ones. */
export interface IssuerLies {
  /** Claims of ID tokens that replace the correct ones; an undefined claim is left out. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** How ID tokens are signed; if absent, by the key in the issuer's key set. */
  readonly signature?: 'none' | 'by another key' | 'by the client secret'
  /**
   * Leaves the person's e-mail address and name out of the ID token, so that only userinfo has them. The `sub` of userinfo can differ from
   * the person's own.
   */
  readonly userinfo?: { readonly sub?: string }
  /** The answer to every request instead of the correct one, after `after` milliseconds. */
  readonly answers?: { readonly status: number; readonly body: string; readonly type?: string; readonly after?: number }
  /** An error with which the browser is sent back. */
  readonly error?: string
}

/** An OpenID Connect provider in this process, for one client. It answers correctly unless a test wants otherwise. */
export interface SoftwareIssuer {
  readonly settings: IdentityProviderSettings
  /** The person who signs in at the issuer. */
  person: IssuerPerson
  lies: IssuerLies
  /** Whether it shows a page with a button before it sends the browser back. */
  asks: boolean
  /** The paths that were requested. */
  readonly requested: string[]
  /** Follows an authorization URL. Returns the query with which the browser is sent back. */
  visit(authorizationUrl: string): Promise<string>
  close(): void
}

interface Grant {
  readonly challenge: string | null
  readonly nonce: string | null
  readonly redirectUri: string
}

const clientId = 'billing'
const clientSecret = 'a secret of the client that the issuer knows'

/** The state shared by all requests to an issuer. */
interface IssuerState {
  readonly issuer: SoftwareIssuer
  readonly keys: IssuerKeys
  /** The grant of each code that was not redeemed yet. */
  readonly grants: Map<string, Grant>
  /** The person of each access token. */
  readonly tokens: Map<string, IssuerPerson>
}

/** Starts an issuer on loopback. */
export const startSoftwareIssuer = async (): Promise<SoftwareIssuer> => {
  const keys = await makeKeys()
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: SoftwareIssuer = {
    settings: { issuer: url, clientId, clientSecret, name: 'Tea Company' },
    person: { sub: 'no one' },
    lies: {},
    asks: false,
    requested: [],
    async visit(authorizationUrl) {
      const sent = await fetch(authorizationUrl, { redirect: 'manual' })
      return new URL(sent.headers.get('Location') ?? '').search.slice(1)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  const state: IssuerState = { issuer, keys, grants: new Map(), tokens: new Map() }
  server.on('request', (request, response) => void answer(state, request, response))
  return issuer
}

type IssuerKeys = Awaited<ReturnType<typeof makeKeys>>

const makeKeys = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS256')
  const keySet = { keys: [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }] }
  return { privateKey, otherPrivateKey: other.privateKey, keySet }
}

const answer = async (state: IssuerState, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { issuer, keys, tokens } = state
  const { issuer: url } = issuer.settings
  const asked = new URL(request.url ?? '/', url)
  issuer.requested.push(asked.pathname)
  const { answers } = issuer.lies
  if (answers !== undefined) {
    await wait(answers.after ?? 0)
    return void response.writeHead(answers.status, { 'Content-Type': answers.type ?? 'text/html' }).end(answers.body)
  }
  if (asked.pathname === '/.well-known/openid-configuration') return sendJson(response, 200, metadataOf(url))
  if (asked.pathname === '/jwks') return sendJson(response, 200, keys.keySet)
  if (asked.pathname === '/authorize') return authorize(state, asked, response)
  if (asked.pathname === '/token') return redeem(state, request, response)
  const person = tokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '')
  if (asked.pathname !== '/userinfo' || person === undefined) return sendJson(response, 401, {})
  sendJson(response, 200, { ...person, ...addressOf(person), ...issuer.lies.userinfo })
}

const authorize = ({ issuer, grants }: IssuerState, { searchParams }: URL, response: ServerResponse): void => {
  const redirectUri = searchParams.get('redirect_uri') ?? ''
  const back = new URL(redirectUri)
  back.searchParams.set('state', searchParams.get('state') ?? '')
  const { error } = issuer.lies
  if (error !== undefined) back.searchParams.set('error', error)
  else {
    const code = randomBytes(16).toString('hex')
    grants.set(code, {
      challenge: searchParams.get('code_challenge'),
      nonce: searchParams.get('nonce'),
      redirectUri,
    })
    back.searchParams.set('code', code)
  }
  if (!issuer.asks) return void response.writeHead(302, { Location: back.href }).end()
  response.writeHead(200, { 'Content-Type': 'text/html' })
  response.end(`<title>Issuer</title><h1>Issuer</h1><a href="${back.href.replaceAll('&', '&amp;')}">Continue</a>`)
}

const redeem = async (state: IssuerState, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { issuer, grants, tokens } = state
  const form = new URLSearchParams(await text(request))
  const credentials = [clientId, clientSecret].map((part) => encodeURIComponent(part).replaceAll('%20', '+')).join(':')
  if (request.headers.authorization !== `Basic ${Buffer.from(credentials).toString('base64')}`)
    return sendJson(response, 401, { error: 'invalid_client' })
  const grant = grants.get(form.get('code') ?? '')
  grants.delete(form.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
    return sendJson(response, 400, { error: 'invalid_grant' })
  const accessToken = randomBytes(16).toString('hex')
  tokens.set(accessToken, issuer.person)
  const idToken = await makeIdToken(state, grant.nonce)
  sendJson(response, 200, { access_token: accessToken, token_type: 'Bearer', id_token: idToken })
}

const makeIdToken = ({ issuer, keys }: IssuerState, nonce: string | null): Promise<string> => {
  const { person, lies, settings } = issuer
  const now = Math.floor(Date.now() / 1000)
  const times = { iat: now, exp: now + 300, auth_time: now }
  const right = { iss: settings.issuer, aud: clientId, ...times, sub: person.sub, nonce }
  const address = lies.userinfo === undefined ? { ...addressOf(person), name: person.name } : {}
  const claims = JSON.parse(JSON.stringify({ ...right, ...address, ...lies.claims })) as Record<string, unknown>
  return sign(claims, lies.signature, keys)
}

const sign = async (
  claims: Record<string, unknown>,
  signature: IssuerLies['signature'],
  { privateKey, otherPrivateKey }: IssuerKeys,
): Promise<string> => {
  if (signature === 'none') return new UnsecuredJWT(claims).encode()
  const hasSecret = signature === 'by the client secret'
  const key = hasSecret ? Buffer.from(clientSecret) : signature === undefined ? privateKey : otherPrivateKey
  return new SignJWT(claims).setProtectedHeader({ alg: hasSecret ? 'HS256' : 'RS256', kid: 'key' }).sign(key)
}

const addressOf = ({ email, email_verified: isVerified = true }: IssuerPerson) => ({
  email,
  email_verified: isVerified,
})

const metadataOf = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  userinfo_endpoint: `${url}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
