import { sql } from 'kysely'
import type { Provocations, Provoke } from './provocation-types.ts'

/** Requests a copy of an email whose customer has no address. */
const emailWithoutAddress: Provoke = async ({ send, service }) => {
  const { body: customer } = await send('POST', '/customers', {})
  const id = `email_${crypto.randomUUID()}`
  await sql`insert into emails (organization_id, id, kind, customer_id, facts, status, reason, due_at, created_at)
    values (${service.organizationId}, ${id}, 'receipt', ${customer.id}, '{}', 'suppressed', 'no_address', now(), now())`.execute(
    service.database.db,
  )
  return send('POST', `/emails/${id}/resend`, {})
}

/** Every error code that an operation of emails or declarations lists as its own, with a request that gets it. */
export const emailProvocations = {
  createDeclaration: {},
  findDeclaration: { not_found: ({ send }) => send('GET', '/declarations/nobody') },
  findDeclarations: {},
  findEmails: {},
  resendEmail: {
    not_found: ({ send }) => send('POST', '/emails/nobody/resend', {}),
    email_not_resendable: emailWithoutAddress,
  },
} satisfies Readonly<Record<string, Provocations>>
