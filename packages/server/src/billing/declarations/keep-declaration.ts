import { foldText, secondsAfter } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import type { Organization } from '../../organization/organization.ts'
import { type Actor, actingAs } from '../../store/acting.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Billing } from '../billing.ts'
import { hashAddress } from '../checks/hash-address.ts'
import { lockName } from '../lock-names-of.ts'
import { type DeclarationBody, declarationRow, type TypedDeclaration } from './declaration-row.ts'

/** The form that a consumer submits on our page. */
export interface SentForm {
  readonly body: DeclarationBody
  /** The random text that identifies this copy of the form. */
  readonly form: string
  /** Canonical BCP 47 tag of the page's language. */
  readonly locale: string
}

/**
 * Stores what a consumer declares on a page of ours, and owes an acknowledgement to the e-mail address that the consumer typed. The
 * worklist applies the declaration within seconds, so neither the answer nor its timing reveals whether the address is a customer's. If the
 * same form is sent several times with the same text, only one declaration is stored.
 */
export const keepDeclaration = (
  billing: Billing,
  organization: Organization,
  { body, form, locale }: SentForm,
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
): Promise<TypedDeclaration> =>
  actingAs({ who: 'shopper', what: 'keepDeclaration', address, requestId }, () =>
    write(billing.database, organization.id, async (work) => {
      const formKey = keyOf({ body, form })
      const typed = declarationRow(work, body, billing.wallClock())
      const networkKey = address === null ? null : hashAddress(billing, address)
      // Declarations with the same e-mail address or from the same network address are counted one after another.
      await lockNames(work, [
        lockName.email(body.email),
        ...(networkKey === null ? [] : [lockName.address(networkKey)]),
      ])
      const isAcknowledged = !(await isFlooded(work, { emailKey: foldText(body.email), networkKey }))
      const row = { ...typed, formKey, networkKey, isAcknowledged, dueAt: work.now }
      const inserted = await work.db
        .insertInto('declarations')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['organizationId', 'formKey']).where('formKey', 'is not', null).doNothing(),
        )
        .returning('id')
        .executeTakeFirst()
      if (inserted === undefined) return (await findByForm(work.db, formKey)) ?? row
      recordAudit(work, { object: row.id, after: { kind: row.kind } })
      if (isAcknowledged) oweAcknowledgement(work, row, locale)
      else
        billing.logger.warn(
          { organization: organization.id },
          'a declaration is kept and not acknowledged: there are very many',
        )
      return row
    }),
  )

/** The declaration that was sent with a form; `undefined` if there is none, or if an erasure has removed its text. */
export const findKept = (
  { database }: Billing,
  { id }: Organization,
  form: Pick<SentForm, 'body' | 'form'>,
): Promise<TypedDeclaration | undefined> => findByForm(inOrganization(database, id), keyOf(form))

const findByForm = async (db: OrganizationDatabase, formKey: string): Promise<TypedDeclaration | undefined> => {
  const row = await db.selectFrom('declarations').selectAll().where('formKey', '=', formKey).executeTakeFirst()
  return row === undefined || row.email === null ? undefined : { ...row, email: row.email }
}

/**
 * The key includes the text of the form: if a consumer changes the form and sends it again, this is a new declaration, and no declaration
 * may be lost.
 */
const keyOf = ({ body, form }: Pick<SentForm, 'body' | 'form'>): string =>
  createHash('sha256')
    .update(JSON.stringify([form, Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('hex')

/**
 * The largest number of acknowledgement emails per hour for one e-mail address, one network address and one organization. Without these
 * limits, anyone could use the form to fill other people's mailboxes.
 */
const acknowledgedPerHour = { emailKey: 20, networkKey: 60, organizationId: 2000 }

/**
 * Whether an e-mail address, a network address or the organization has used up its acknowledgements of the last hour. Further declarations
 * still take effect, and customers with that e-mail address still get an email about each effect.
 */
const isFlooded = async (
  { db, now, organizationId }: Write,
  keys: { readonly emailKey: string; readonly networkKey: string | null },
): Promise<boolean> => {
  const hourAgo = secondsAfter(now, -3600)
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

const oweAcknowledgement = (work: Write, { id, kind, email }: TypedDeclaration, locale: string): void =>
  oweEmail(work, {
    kind: kind === 'cancel' ? 'cancellation' : 'withdrawal',
    customerId: null,
    subscriptionId: null,
    paymentId: null,
    facts: { declaration_id: id },
    to: { email, locale },
  })
