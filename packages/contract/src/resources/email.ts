import { z } from 'zod'
import { emailKinds, emailReasons, emailStatuses } from '../vocabulary/emails.ts'
import { idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'
import { json } from './metadata.ts'

/** One email to a customer, without its text. */
export const email = z
  .strictObject({
    id: idOf('email').describe('Identifier of the email.'),
    kind: z.enum(emailKinds).describe('What the email is about.'),
    customer_id: idOf('cus')
      .nullable()
      .describe(
        'The customer it is for; null if it goes to the address that was typed, to acknowledge a declaration or to sign in.',
      ),
    subscription_id: idOf('sub').nullable().describe('The subscription it is about; null if it is about none.'),
    payment_id: idOf('pay').nullable().describe('The payment it is about; null if it is about none.'),
    to: nullableText.describe(
      'The address: the customer’s at the first try; of a copy to the original address, that of the first email. Null before that, and after the customer was erased.',
    ),
    locale: nullableText.describe('Language tag of its text; null before the first try, except in a copy.'),
    facts: z
      .record(z.string(), json)
      .describe(
        'What the email states, as it was when its cause happened: `amount` in minor units, `currency`, dates (`charged_at` of an announced charge, `next_charge_at`, `next_try_at`, `ends_at`), names of plans with their quantity if it is above 1 (`plan_before`, `plan_after`), how often the subscription renews before `ends_at` (`renewals`), why a scheduled change is not made (`dropped`: `taken_back` or `refused`), what a period costs until a discount ends and from then on (`price_before`, `price_after`), `refund_id`, `decline_code`, `declaration_id`, `portal_session_id`, `ended_by` (`unpaid` or `merchant`) and `quantity`.',
      ),
    status: z
      .enum(emailStatuses)
      .describe(
        '`queued`: it waits, and may still be suppressed. `sent`: the mail server has accepted it, the sandbox has stored it, or you got it as `email.ready`. `failed`: the mail server refused it, or accepted it on no try in three days. `suppressed`: it was not sent, for the reason given.',
      ),
    reason: z
      .enum(emailReasons)
      .nullable()
      .describe(
        'Why it was not sent; null if it was, or will be. `customer_erased`, `no_address`: there is no one to send it to, such as to an address that asked to sign in and is no customer’s. `no_mailer`: the server has no mail server. `not_needed`: what it says is no longer true, or what it asks for is no longer wanted. `refused`: the mail server refused it. `switched_off`: your settings switch it off. `undeliverable`: the mail server accepted it on no try in three days.',
      ),
    tries: z.int().describe('How often it was prepared to be sent.'),
    message_id: nullableText.describe(
      'Its `Message-ID`, the same on every try; null before the first try, and without a mail server.',
    ),
    due_at: timestamp.describe('When it falls due, by the billing clock.'),
    sent_at: nullableTimestamp.describe('When it became `sent`, by the billing clock; null if it has not.'),
    created_at: timestamp.describe('When its cause happened, by the billing clock.'),
  })
  .meta({
    id: 'Email',
    description:
      'An email to a customer, without its text: `email.ready` has it if you send emails yourself, and a sandbox shows it at `/sandbox/emails`.',
  })

/** One email to a customer, without its text. */
export type Email = z.infer<typeof email>

/** An email that the merchant sends, with its rendered text. */
export const renderedEmail = z
  .strictObject({
    ...email.shape,
    subject: z.string().describe('Its subject.'),
    text: z.string().describe('Its plain text.'),
    html: z.string().describe('The same as an HTML document, without images, scripts or remote parts.'),
  })
  .meta({ id: 'RenderedEmail', description: 'An email with its rendered text, for a merchant who sends it.' })
