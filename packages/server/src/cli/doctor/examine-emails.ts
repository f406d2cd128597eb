import { oneRow } from '@billing-checkout/database'
import type { NoticeKind } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Organization } from '../../organization/organization.ts'
import { listOrganizations } from '../../organization/organizations.ts'
import type { Database } from '../../store/database.ts'
import { readBacklog } from '../../store/health/read-backlog.ts'

/**
 * Reports how many organizations send emails, and how many emails wait. Throws if emails have waited for a day, or a charge waits for its
 * advance notice. Also throws if an organization lacks a link that the law requires in emails.
 */
export const examineEmails = async (db: Database, servesPages: boolean): Promise<string> => {
  const organizations = (await listOrganizations(db)).filter(({ settings }) => (settings.emails ?? 'off') !== 'off')
  const { chargesPostponed } = await readBacklog(db)
  const { rows } = await sql<{ waiting: number; late: number; failed: number }>`select count(*)::int as waiting,
      count(*) filter (where due_at < billing_now() - interval '1 day')::int as late,
      (select count(*)::int from emails where status = 'failed' and created_at > billing_now() - interval '7 days') as failed
    from emails where status = 'queued' and due_at <= billing_now()`.execute(db)
  const { waiting, late, failed } = oneRow(rows)
  const faults = [
    ...organizations.flatMap((organization) => missingOf(organization, servesPages)),
    ...(late > 0 ? [`${late} emails have not been accepted for a day: see due-email in the log`] : []),
    ...(chargesPostponed > 0 ? [`${chargesPostponed} charges wait, because their notice was not sent in time`] : []),
  ]
  if (faults.length > 0) throw new Error(`${faults.join('; ')}.`)
  return organizations.length === 0
    ? 'no organization writes to its customers: its setting emails is off'
    : `${organizations.length} organizations write to their customers; ${waiting} emails wait, ${failed} of the last week failed`
}

/**
 * An action that a customer must be able to start from an email, and the settings that may hold a link for it. One of these settings is
 * enough.
 */
const requiredLinks: readonly {
  readonly way: string
  readonly settings: readonly (keyof Organization['settings'])[]
  /** True if one of our own pages offers the action, so that no setting is needed. */
  readonly isOurs?: true
}[] = [
  { way: 'cancel', settings: ['cancel_url', 'support_email'], isOurs: true },
  { way: 'withdraw', settings: ['withdrawal_url', 'support_email'], isOurs: true },
  { way: 'read the terms', settings: ['terms_url'] },
  { way: 'see who the seller is', settings: ['legal_name'] },
]

const missingOf = ({ name, settings }: Organization, servesPages: boolean): readonly string[] =>
  requiredLinks
    .filter(({ isOurs }) => !(servesPages && isOurs))
    .filter((way) => way.settings.every((setting) => settings[setting] == null))
    .map(({ way, settings: names }) => `customers of ${name} cannot ${way} from an email: set ${names.join(' or ')}`)

/** Lists the emails that laws and card networks require and that an organization does not send, with one sentence for each organization. */
export const findMissingRequiredEmails = async (db: Database, hasMailServer: boolean): Promise<readonly string[]> => {
  const organizations = await listOrganizations(db)
  const silent = organizations.filter(({ settings: { emails = 'off' } }) =>
    emails === 'send' ? !hasMailServer : emails === 'off',
  )
  return silent.map(({ name }) => `${name} sends no ${duties.join(', no ')}`)
}

const noticeNames: Readonly<Record<NoticeKind, string>> = {
  trial_ending: 'notice before a first charge after a trial',
  renewal_notice: 'notice before a long renewal',
  price_change: 'notice before a discount ends',
  reminder: 'yearly reminder',
}

const duties: readonly string[] = [
  'confirmation of the contract on a durable medium (Directive 2011/83/EU, article 8(7))',
  ...Object.values(noticeNames),
]
