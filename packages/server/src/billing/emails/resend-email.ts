import { accountEmailKinds, type Email, type EmailKind, Problem } from '@billing-checkout/contract'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { requireScope } from '../../organization/check-permission.ts'
import { loadEmails } from '../../presenters/emails/present-email.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { loadCustomer } from '../../store/entities/customers.ts'
import type { EmailRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { newId } from '../../store/writes/new-id.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'

type ResendBody = BodyOf<'resendEmail'>

/** Kinds of emails whose links sign a customer in. They are never resent, because a copy must not sign a customer in. */
const neverResent: ReadonlySet<EmailKind> = new Set(accountEmailKinds)

/** Queues a copy of an email, to the original's address or to the customer's current one. Returns the copy. */
export const resendEmail = (
  billing: Billing,
  call: CallerContext,
  id: string,
  { to = 'original' }: ResendBody,
): Promise<Email> => {
  if (to === 'current') requireScope(call.principal, { resource: 'customers', access: 'write' }, '`to: current`')
  return write(billing.database, call.organization.id, async (work) => {
    const original = await findEmail(work, id)
    await lockNames(work, original.customerId === null ? [] : [lockName.customer(original.customerId)])
    await refuseUnresendable(work, original, to)
    const copy = await insertCopy(work, original, to)
    recordAudit(work, { object: copy, after: { copy_of: id, to } })
    const [presented] = await loadEmails(work.db, [copy])
    saveIdempotentResponse(work, call, presented as Email)
    return presented as Email
  })
}

const findEmail = async ({ db }: Write, id: string): Promise<EmailRow> => {
  const email = await db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst()
  if (email === undefined) throw new Problem('not_found', `There is no email ${id}.`)
  return email
}

const refuseUnresendable = async (
  { db }: Write,
  { id, kind, customerId, recipient }: EmailRow,
  to: 'original' | 'current',
): Promise<void> => {
  if (neverResent.has(kind))
    throw new Problem('email_not_resendable', `Email ${id} is a ${kind}, whose links sign a customer in.`)
  const customer = customerId === null ? undefined : await loadCustomer(db, customerId)
  if (customer?.erasedAt) throw new Problem('email_not_resendable', `Customer ${customerId} was erased.`)
  if ((to === 'original' ? recipient : (customer?.email ?? null)) === null)
    throw new Problem('email_not_resendable', `Email ${id} has no address to go to: none was known.`)
}

const insertCopy = async (work: Write, original: EmailRow, to: 'original' | 'current'): Promise<string> => {
  const { kind, customerId, subscriptionId, paymentId, facts, locale, recipient, createdAt } = original
  const id = newId('email', work)
  await work.db
    .insertInto('emails')
    .values({
      id,
      kind,
      customerId,
      subscriptionId,
      paymentId,
      facts: JSON.stringify({ happened_at: createdAt, ...facts }),
      locale,
      recipient: to === 'original' ? recipient : null,
      dueAt: work.now,
      createdAt: work.now,
    })
    .execute()
  return id
}
