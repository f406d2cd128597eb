import { createHash } from 'node:crypto'
import { foldText, addSeconds } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { actingAs, type Actor } from '../../store/acting.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Billing } from '../billing.ts'
import { hashNetworkAddress } from '../checks/declines-of-address.ts'
import { lockName } from '../lock-names-of.ts'
import { type DeclarationBody, declarationRow, type ReadableDeclaration } from './receive-declaration.ts'

/** The form that a consumer submits on our page. */
export interface SentForm {
  readonly body: DeclarationBody
  /** The random text that identifies this copy of the form. */
  readonly form: string
  /** Canonical BCP 47 tag of the page's language. */
  readonly locale: string
}

/**
 * Stores what a consumer declares on a page of ours, and owes the acknowledgement to the address that they typed, unless the limits of
 * acknowledgements are reached. The worklist applies the declaration within seconds, so neither the answer nor its timing reveals whether
 * the address is a customer's. If the same form is sent again with the same text within ten minutes, it is one declaration. Later it counts
 * as a new declaration, because the first may have been taken back meanwhile, and a browser can return to an old form.
 */
export const storeDeclaration = (
  billing: Billing,
  organization: Organization,
  { body, form, locale }: SentForm,
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
): Promise<ReadableDeclaration> =>
  actingAs({ who: 'shopper', what: 'keepDeclaration', address, requestId }, () =>
    write(billing.database, organization.id, async (work) => {
      const typed = declarationRow(work, body, billing.wallClock())
      const networkKey = address === null ? null : hashNetworkAddress(billing, address)
      // Declarations with the same e-mail address or from the same network address are counted one after another.
      await lockNames(work, [
        lockName.email(body.email),
        ...(networkKey === null ? [] : [lockName.address(networkKey)]),
      ])
      const { latest, nextKey } = await findSent(work.db, { body, form })
      if (latest !== undefined && typed.receivedAt < addSeconds(latest.receivedAt, repeatedSeconds)) return latest
      const isAcknowledged = !(await isFlooded(work, { emailKey: foldText(body.email), networkKey }))
      const row = { ...typed, formKey: nextKey, networkKey, isAcknowledged, dueAt: work.now }
      await work.db.insertInto('declarations').values(row).execute()
      recordAudit(work, { object: row.id, after: { kind: row.kind } })
      if (isAcknowledged) oweAcknowledgement(work, row, locale)
      else
        billing.logger.warn(
          { organization: organization.id },
          'a declaration is stored but not acknowledged, because there are very many',
        )
      return row
    }),
  )

/** Seconds for which a form that is sent again is the same declaration. */
const repeatedSeconds = 600

/** The latest declaration that was sent with a form; `undefined` if there is none, or if an erasure has removed its text. */
export const findDeclarationOfForm = async (
  { database }: Billing,
  { id }: Organization,
  form: Pick<SentForm, 'body' | 'form'>,
): Promise<ReadableDeclaration | undefined> => (await findSent(inOrganization(database, id), form)).latest

/** What one copy of the form has already declared with the same entries. */
interface SentBefore {
  /** The latest of these declarations; `undefined` if there is none, or if an erasure has removed its text. */
  readonly latest: ReadableDeclaration | undefined
  /** The form key of the next declaration. */
  readonly nextKey: string
}

const findSent = async (db: OrganizationDatabase, form: Pick<SentForm, 'body' | 'form'>): Promise<SentBefore> => {
  let latest: ReadableDeclaration | undefined
  for (let count = 0; ; count++) {
    const nextKey = keyOf(form, count)
    const row = await db.selectFrom('declarations').selectAll().where('formKey', '=', nextKey).executeTakeFirst()
    if (row === undefined) return { latest, nextKey }
    latest = row.email === null ? undefined : { ...row, email: row.email }
  }
}

/**
 * The form key of the declaration that follows `count` earlier ones. The key includes the text: a form that was changed and sent again is a
 * new declaration, and no declaration may be lost.
 */
const keyOf = ({ body, form }: Pick<SentForm, 'body' | 'form'>, count: number): string => {
  const fields = Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(count === 0 ? [form, fields] : [form, fields, count]))
    .digest('hex')
}

/**
 * The largest number of acknowledgement emails per hour for one e-mail address, one network address and one organization. Without these
 * limits, anyone could use the form to fill other people's mailboxes.
 */
const acknowledgedPerHour = { emailKey: 20, networkKey: 60, organizationId: 2000 }

/**
 * Whether an e-mail address, a network address or the organization has reached its limit of acknowledgements in the last hour. Further
 * declarations still take effect, and customers with that e-mail address still get an email about each effect.
 */
const isFlooded = async (
  { db, now, organizationId }: Write,
  keys: { readonly emailKey: string; readonly networkKey: string | null },
): Promise<boolean> => {
  const hourAgo = addSeconds(now, -3600)
  const hasReached = async (column: keyof typeof acknowledgedPerHour, value: string | null): Promise<boolean> => {
    if (value === null) return false
    const max = acknowledgedPerHour[column]
    const recent = await db
      .selectFrom('declarations')
      .select('id')
      .where(column, '=', value)
      .where('createdAt', '>', hourAgo)
      .where('isAcknowledged', '=', true)
      .limit(max)
      .execute()
    return recent.length === max
  }
  const reached = await Promise.all([
    hasReached('emailKey', keys.emailKey),
    hasReached('networkKey', keys.networkKey),
    hasReached('organizationId', organizationId),
  ])
  return reached.includes(true)
}

const oweAcknowledgement = (work: Write, { id, kind, email }: ReadableDeclaration, locale: string): void =>
  oweEmail(work, {
    kind: kind === 'cancel' ? 'cancellation' : 'withdrawal',
    facts: { declaration_id: id },
    to: { email, locale },
  })
