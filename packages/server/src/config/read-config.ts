import { isIP } from 'node:net'
import { isOrigin } from '../reading/is-origin.ts'
import { type Config, logLevels } from './config.ts'
import {
  identityProviderOf,
  issuerRule,
  providerNameRule,
  readIssuer,
  readProviderName,
} from './identity-provider-settings.ts'
import { readSettingFile } from './read-setting-file.ts'

/** Thrown for invalid settings, with a sentence for the operator about each. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem'
  readonly issues: readonly string[]

  constructor(issues: readonly string[]) {
    super(issues.join('\n'))
    this.issues = issues
  }
}

/** Reads the settings from the environment, and from the secret files that it names. Throws a ConfigProblem with all issues at once. */
export const readConfig = (environment: Readonly<NodeJS.ProcessEnv>): Config => {
  const issues: string[] = []
  const given = (name: string): string => environment[name]?.trim() ?? ''
  const inFile = (name: string): string => {
    const path = given(`${name}_FILE`)
    const { text = '', issue } = path === '' ? {} : readSettingFile(path)
    if (issue !== undefined) issues.push(`${name}_FILE ${issue}`)
    return text
  }
  const read = <Value>(name: string, absent: Value, { rule, parse, secret = false }: Setting<Value>): Value => {
    const own = given(name)
    if (secret && own !== '' && given(`${name}_FILE`) !== '')
      issues.push(`${name} and ${name}_FILE are both given: keep one.`)
    const text = own === '' && secret ? inFile(name) : own
    if (text === '') return absent
    const value = parse(text)
    if (value !== undefined) return value
    const what = own === '' ? `What ${name}_FILE holds` : name
    issues.push(`${what} ${rule}${secret ? '.' : `, got ${JSON.stringify(text)}.`}`)
    return absent
  }

  const identityProvider = {
    issuer: read('OIDC_ISSUER', null, { rule: issuerRule, parse: readIssuer }),
    clientId: read('OIDC_CLIENT_ID', null, anyText),
    clientSecret: read('OIDC_CLIENT_SECRET', null, { ...anyText, secret: true }),
    name: read('OIDC_NAME', null, { rule: providerNameRule, parse: readProviderName }),
  }
  const isSet = (name: string): boolean =>
    given(name) !== '' || (name === 'OIDC_CLIENT_SECRET' && given(`${name}_FILE`) !== '')
  const config: Config = {
    mode: read('MODE', 'sandbox', mode),
    host: read('HOST', '127.0.0.1', host),
    port: read('PORT', 4242, port),
    drainSeconds: read('DRAIN_SECONDS', 5, drainSeconds),
    publicUrl: read('PUBLIC_URL', null, publicUrl),
    hostedPages: read('HOSTED_PAGES', 'on', choiceOf(['on', 'off'])),
    frameOrigin: read('FRAME_ORIGIN', null, frameOrigin),
    dashboardOrigin: read('DASHBOARD_ORIGIN', null, dashboardOrigin),
    databaseUrl: read('DATABASE_URL', null, databaseUrl),
    embeddedInLive: read('EMBEDDED_IN_LIVE', 'no', choiceOf(['yes', 'no'])) === 'yes',
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', null, databaseUrl),
    dataDir: read('DATA_DIR', '.data', anyText),
    secretKey: read('SECRET_KEY', null, secretKey),
    secretKeyPrevious: read('SECRET_KEY_PREVIOUS', null, secretKey),
    logLevel: read('LOG_LEVEL', 'info', choiceOf(logLevels)),
    allowedOrigins: read('ALLOWED_ORIGINS', null, origins),
    rateLimit: read('RATE_LIMIT', 600, rateLimit),
    trustedProxies: read('TRUST_PROXY', [], proxies),
    ratesFile: read('RATES_FILE', null, anyText),
    binsFile: read('BINS_FILE', null, anyText),
    taxes: read('TAXES', 'bundled', choiceOf(['bundled', 'none'])),
    taxesFile: read('TAXES_FILE', null, anyText),
    eventMonthsKept: read('EVENT_MONTHS_KEPT', null, months),
    auditMonthsKept: read('AUDIT_MONTHS_KEPT', null, months),
    erasuresFile: read('ERASURES_FILE', null, anyText),
    webhooksAllow: read('WEBHOOKS_ALLOW', [], subnets),
    metricsToken: read('METRICS_TOKEN', null, metricsToken),
    smtpUrl: read('SMTP_URL', null, smtpUrl),
    mailFrom: read('MAIL_FROM', null, mailFrom),
    identityProvider: identityProviderOf(identityProvider, isSet, issues),
    tracing: read('TRACING', 'none', choiceOf(['opentelemetry', 'none'])),
  }
  if (config.databaseReplicaUrl !== null && config.databaseUrl === null)
    issues.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.')
  if (config.smtpUrl !== null && config.mailFrom === null)
    issues.push('SMTP_URL needs MAIL_FROM: the address that emails to customers come from.')
  if (config.publicUrl?.startsWith('https:') && config.frameOrigin?.startsWith('http:'))
    issues.push('FRAME_ORIGIN must be https, as PUBLIC_URL is: browsers refuse a frame of http in a page of https.')
  if (config.publicUrl?.startsWith('https:') && config.dashboardOrigin?.startsWith('http:'))
    issues.push('DASHBOARD_ORIGIN must be https, as PUBLIC_URL is: the cookie of users travels over TLS only.')
  if (sharesHostOfDashboard(config))
    issues.push(
      'DASHBOARD_ORIGIN must have a host name of its own, or be PUBLIC_URL: browsers send cookies to all ports of a host.',
    )
  if (needsNames(config))
    issues.push(
      'FRAME_ORIGIN and PUBLIC_URL must name hosts: the policy of a page cannot name the IPv6 address of another one.',
    )
  if (issues.length > 0) throw new ConfigProblem(issues)
  return config
}

/** Whether the server and its frame have different origins and one of them is an IPv6 address, which a page's policy cannot name. */
const needsNames = ({ publicUrl, frameOrigin }: Config): boolean =>
  frameOrigin !== null &&
  frameOrigin !== 'none' &&
  frameOrigin !== publicUrl &&
  `${publicUrl} ${frameOrigin}`.includes('[')

/** Whether the dashboard's own origin has the same host as the shoppers' pages or the card frame. */
const sharesHostOfDashboard = ({ dashboardOrigin: origin, publicUrl, frameOrigin }: Config): boolean => {
  if (origin === null || origin === publicUrl) return false
  const hostOf = (url: string | null) => (url === null || url === 'none' ? null : new URL(url).hostname)
  return [hostOf(publicUrl), hostOf(frameOrigin)].includes(hostOf(origin))
}

/**
 * A setting: its rule as the rest of a sentence, and the function that parses its text and returns `undefined` if the text breaks the rule.
 */
interface Setting<Value> {
  readonly rule: string
  readonly parse: (text: string) => Value | undefined
  /** Whether errors must not repeat the value. Such a value may also be in a file, named by the variable with the suffix `_FILE`. */
  readonly secret?: boolean
}

const choiceOf = <const Values extends readonly string[]>(values: Values): Setting<Values[number]> => ({
  rule: `must be one of ${values.join(', ')}`,
  parse: (text) => values.find((value) => value === text),
})

const mode = choiceOf(['sandbox', 'live'])

const wholeFrom = (min: number, max: number): Setting<number> => ({
  rule: `must be a whole number from ${min} to ${max}`,
  parse: (text) => wholeNumber(text, min, max),
})

const originLike = (example: string): Setting<string> => ({
  rule: `must be an http or https address without path, query or fragment, such as ${example}`,
  parse: originOf,
})

const anyText: Setting<string> = { rule: 'must be a text', parse: (text) => text }

const host: Setting<string> = {
  rule: 'must be an address or a host name without a port',
  parse: (text) => (isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
}

const port = wholeFrom(0, 65_535)

const drainSeconds = wholeFrom(0, 300)

const publicUrl = originLike('https://pay.example')

const frameOrigin: Setting<string> = {
  rule: 'must be an http or https address without path, query or fragment, such as https://cards.pay.example, or none',
  parse: (text) => (text === 'none' ? text : originOf(text)),
}

const dashboardOrigin = originLike('https://admin.pay.example')

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const databaseUrl: Setting<string> = {
  rule: `must be a PostgreSQL address such as postgresql://user:password@host:5432/name, with no other sslmode than ${sslModes.join(', ')}`,
  parse: (text) => (URL.canParse(text) && isPostgresql(new URL(text)) ? text : undefined),
  secret: true,
}

function isPostgresql({ protocol, searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode')
  return /^postgres(ql)?:$/.test(protocol) && (mode === null || sslModes.includes(mode))
}

/** The shortest text that can be a master secret, in characters. */
const secretLengthMin = 32
const secretKey: Setting<string> = {
  rule: `must be at least ${secretLengthMin} characters long, better 32 random bytes as hexadecimal or base64`,
  parse: (text) => (text.length >= secretLengthMin ? text : undefined),
  secret: true,
}

const origins: Setting<readonly string[]> = {
  rule: 'must be origins such as https://shop.example, separated by commas, without paths',
  parse: (text) => everyPart(text, originOf),
}

const rateLimit: Setting<number | 'off'> = {
  rule: 'must be a whole number from 1 to 1000000 (requests a minute), or off',
  parse: (text) => (text === 'off' ? 'off' : wholeNumber(text, 1, 1_000_000)),
}

const months = wholeFrom(1, 1200)

const proxies: Setting<readonly string[]> = {
  rule: 'must be addresses, subnets such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
  parse: (text) => everyPart(text, (part) => (isProxy(part) ? part : undefined)),
}

const subnets: Setting<readonly string[]> = {
  rule: 'must be addresses or subnets such as 10.0.0.0/8, separated by commas',
  parse: (text) => everyPart(text, (part) => (isSubnet(part) ? part : undefined)),
}

const metricsToken: Setting<string> = {
  rule: 'must be 16 or more letters, digits and . _ ~ + / = -',
  parse: (text) => (/^[\w.~+/=-]{16,}$/.test(text) ? text : undefined),
  secret: true,
}

const smtpUrl: Setting<string> = {
  rule: 'must be a mail server such as smtps://user:password@smtp.example:465 or smtp://user:password@smtp.example:587, with % as %25',
  parse: (text) => (URL.canParse(text) && isMailServer(new URL(text)) ? text : undefined),
  secret: true,
}

const isMailServer = ({ protocol, hostname, pathname, search, hash, username, password }: URL): boolean =>
  /^smtps?:$/.test(protocol) &&
  hostname !== '' &&
  /^\/?$/.test(pathname) &&
  search === '' &&
  hash === '' &&
  isPercentEncoded(username) &&
  isPercentEncoded(password)

/** Whether every `%` begins an encoded byte, and the bytes are UTF-8. */
const isPercentEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const mailFrom: Setting<string> = {
  rule: 'must be an e-mail address such as billing@shop.example',
  parse: (text) => (/^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) ? text : undefined),
  secret: true,
}

const wholeNumber = (text: string, min: number, max: number): number | undefined => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? value : undefined
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isBare && isOrigin(url.origin) ? url.origin : undefined
}

const isProxy = (text: string): boolean => ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isSubnet(text)

function isSubnet(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return rest.length === 0 && bitsMax > 0 && (bits === undefined || wholeNumber(bits, 0, bitsMax) !== undefined)
}

const everyPart = (text: string, parse: (part: string) => string | undefined): readonly string[] | undefined => {
  const parts = text.split(',').map((part) => parse(part.trim()))
  return parts.every((part) => part !== undefined) ? parts : undefined
}
