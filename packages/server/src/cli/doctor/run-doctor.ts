import { makePrivateFolder } from '@billing-checkout/database/embedded'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { reasonForNoPages } from '../../billing/links/our-pages.ts'
import { frameOriginOf } from '../../config/frame-origin-of.ts'
import { findProxyWarnings } from '../../http/proxies/proxy-warnings.ts'
import { listOrganizations } from '../../organization/organizations.ts'
import { examineAudit } from '../../store/audit/examine-audit.ts'
import type { Database } from '../../store/database.ts'
import { examineEventMonths } from '../../store/events/months/examine-event-months.ts'
import { clockSetBackMessage, findClockSetBack } from '../../store/health/find-clock-set-back.ts'
import { readClockOffset, clockOffsetMax, findWrongClocks } from '../../store/health/watch-clock.ts'
import type { CommandContext } from '../command-context.ts'
import { examineBackups } from './examine-backups.ts'
import { examineBooks } from './examine-books.ts'
import { examineConnections } from './examine-connections.ts'
import { examineDueWork } from './examine-due-work.ts'
import { examineEmails } from './examine-emails.ts'
import { nameIdentityProvider } from './examine-identity-provider.ts'
import { examineLiveReadiness } from './examine-live.ts'
import {
  examineObligations,
  examineOpenAttempts,
  examineReconciliation,
  examineSilentProcessors,
  examineGivenUpQueries,
} from './examine-money.ts'
import { examineErasures, examineRetention } from './examine-retention.ts'
import { examineTaxRates } from './examine-tax-rates.ts'
import { examineWebhooks } from './examine-webhooks.ts'

/** The result of one check of `doctor`. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
}

/** Options of `doctor`. */
export interface DoctorInput {
  /** Also checks that the books agree, which reads all payments and refunds. */
  readonly books?: boolean
  /** Only checks the requirements of `MODE=live`. */
  readonly live?: boolean
}

/** Checks everything that a server needs in order to work. Opening the store has already checked most of it. */
export const runDoctor = async (
  { store, config, billing, wallClock, answeredBy = 'command' }: CommandContext,
  { books = false, live = false }: DoctorInput = {},
): Promise<{
  readonly ok: boolean
  readonly findings: readonly Finding[]
}> => {
  const { db, kind } = store.database
  const { replica } = store
  if (live) return examineLiveReadiness(config, db)
  const servesPages = reasonForNoPages(billing.billing) === null
  const findings = await Promise.all([
    examineAs('version', async () => `${version}, on Node ${process.versions.node}, ${answering[answeredBy]}`),
    examineAs('database', async () => {
      await store.database.ping()
      return kind === 'embedded' ? `embedded, in ${config.dataDir}` : 'PostgreSQL answers'
    }),
    examineAs('mode', async () => `${config.mode}, like the database, for ever`),
    examineAs('schema', async () => 'the newest this version knows'),
    examineAs('secret', async () => {
      await billing.cardKeys.publicJwk(wallClock())
      return config.secretKey === null ? `kept in ${config.dataDir}/secret.key` : 'SECRET_KEY opens the keys'
    }),
    examineAs('data folder', async () => {
      // Makes the folder if it is missing, as the first server would, for example after a restore into PostgreSQL.
      makePrivateFolder(config.dataDir)
      await access(config.dataDir, constants.W_OK)
      return `${config.dataDir} can be written`
    }),
    examineAs('proxies', async () => {
      const warnings = await findProxyWarnings(config, db, wallClock())
      const messages = warnings.map(({ message }) => message).join(' ')
      if (warnings.some(({ isCertain }) => isCertain)) throw new Error(messages)
      return messages || (config.trustedProxies.length > 0 ? config.trustedProxies.join(', ') : 'none named, none seen')
    }),
    examineAs('card frame', async () => examineFrame(config)),
    examineAs('clock', async () => {
      const seconds = await findClockSetBack(db)
      if (seconds !== undefined) throw new Error(clockSetBackMessage(seconds))
      return 'no row is dated in the future'
    }),
    examineAs('clocks of servers', async () => {
      const own = { server: 'the process that answers', seconds: Math.round(await readClockOffset(db)) }
      const noted = await findWrongClocks(db)
      const wrong = [...noted, ...(Math.abs(own.seconds) > clockOffsetMax ? [own] : [])]
      if (wrong.length > 0) throw new Error(`${wrong.map(describeClock).join(' ')} Set all of them right by NTP.`)
      return "each agrees with the database's"
    }),
    examineAs('organizations', async () => {
      const { length: count } = await listOrganizations(db)
      return count === 0 ? 'none yet: organization create --name NAME' : `${count}`
    }),
    examineAs('links for shoppers', () => examineLinks(db, servesPages)),
    ...(replica === undefined ? [] : [examineAs('replica', () => replica.examine(db))]),
    examineAs('months of events', () => examineEventMonths(db, { keptMonths: config.eventMonthsKept })),
    examineAs('tax rates', () => examineTaxRates(db, billing.billing.taxes, wallClock())),
    examineAs('due work', () => examineDueWork(billing.billing)),
    examineAs('reconcile first', () => examineReconciliation(db)),
    examineAs('connections', () =>
      examineConnections({
        connections: billing.connections,
        database: db,
        publicUrl: billing.billing.publicUrl(),
        frameOrigin: billing.billing.frameOrigin(),
      }),
    ),
    examineAs('processors', () => examineSilentProcessors(db, wallClock())),
    examineAs('open attempts', () => examineOpenAttempts(db, wallClock())),
    examineAs('settlements', () => examineGivenUpQueries(db, 'settlement')),
    examineAs('refunds', () => examineGivenUpQueries(db, 'refund')),
    examineAs('obligations', () => examineObligations(db)),
    examineAs('webhooks', () => examineWebhooks(db)),
    examineAs('identity provider', async () => nameIdentityProvider(config)),
    examineAs('emails', () => examineEmails(db, servesPages)),
    examineAs('backups', () => examineBackups(db, config.mode, wallClock())),
    examineAs('erasures', () => examineErasures(db)),
    examineAs('retention', () => examineRetention(db, wallClock())),
    examineAs('audit log', () => examineAudit(db, store.masterSecret.deriveKey('audit'))),
    ...(books ? [examineAs('books', () => examineBooks(db))] : []),
  ])
  return { ok: findings.every(({ ok }) => ok), findings }
}

const { version } = createRequire(import.meta.url)('../../../package.json') as { readonly version: string }

/** After an upgrade, a server of the former version may still run, so the finding says which process answered. */
const answering = {
  server: 'the server that runs answered',
  command: 'no server runs with this data folder, so this command answered',
} as const

const describeClock = ({ server, seconds }: { readonly server: string; readonly seconds: number }): string =>
  `The clock of ${server} is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's.`

/**
 * Describes the card frame's origin. If the frame shares its origin with other pages, a script injected into one of these pages could read
 * what shoppers type. Sharing is an error only in live mode, because no card in a sandbox is real.
 */
const examineFrame = (config: CommandContext['config']): string => {
  const url = config.publicUrl ?? `http://localhost:${config.port}`
  const origin = frameOriginOf(config, url)
  if (origin !== null) return `at ${origin}, apart from all other pages`
  const shared = `has the origin of all other pages, ${url}: name a host of its own in FRAME_ORIGIN`
  if (config.mode === 'live') throw new Error(`It ${shared}. Until then, this server serves no pages for shoppers.`)
  return shared
}

/** Reports organizations whose checkout lacks recommended links. It never throws, because a server works without them. */
const examineLinks = async (database: Database, servesPages: boolean): Promise<string> => {
  const missing = (await listOrganizations(database)).flatMap(({ id, name, settings }) => {
    const names = linksForShoppers.filter((link) => !settings[link] && !(servesPages && link !== 'support_email'))
    return names.length === 0 ? [] : `${name} (${id}) has no ${names.join(', ')}.`
  })
  return missing.length === 0 ? 'every organization has them' : `${missing.join(' ')} See organization update.`
}

const linksForShoppers = ['support_email', 'cancel_url', 'withdrawal_url'] as const

const examineAs = async (check: string, find: () => Promise<string>): Promise<Finding> => {
  try {
    return { check, ok: true, message: await find() }
  } catch (error) {
    return { check, ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
