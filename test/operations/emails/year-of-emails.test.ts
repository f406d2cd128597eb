import { beforeAll, expect, test } from 'vitest'
import type { StoredEmail } from '#server/emails/stored-mailer.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const mastercard = '5555555555554444'
const visa = '4242424242424242'
const yearly = { interval: 'years' }
const withTrial = { trial_interval: 'days', trial_interval_count: 14 }
const months = (count: number): string[] => Array.from({ length: count }, () => 'receipt')

const halfYearly = { interval_count: 6 }
const withLongTrial = { trial_interval: 'days', trial_interval_count: 40 }
const amex = '378282246310005'
const withTax = { tax: { collect_tax: true } }
const confirmed = (...others: readonly string[]): string[] => ['order_confirmation', ...others]

/** The emails of each subscription in a year and a day, by kind; for notices, with the number of days before the charge. */
const duties: readonly (readonly [what: string, plan: object, address: object, card: string, emails: string[]])[] = [
  ['a monthly plan in Germany', {}, { country: 'DE' }, mastercard, confirmed(...months(12))],
  ['a monthly plan in Great Britain', {}, { country: 'GB' }, visa, confirmed(...months(12))],
  ['a monthly plan in Japan', {}, { country: 'JP' }, amex, confirmed(...months(12))],
  ['a monthly plan in California', {}, { country: 'US', state: 'CA' }, visa, confirmed(...months(12), 'reminder')],
  ['a monthly plan in New York', {}, { country: 'US', state: 'NY' }, mastercard, confirmed(...months(12))],
  ['a monthly plan in Germany with tax', withTax, { country: 'DE' }, visa, confirmed(...months(12))],
  [
    'half a year in Germany with Mastercard',
    halfYearly,
    { country: 'DE' },
    mastercard,
    confirmed('renewal_notice 30', 'receipt', 'renewal_notice 30', 'receipt'),
  ],
  ['half a year in Germany with Visa', halfYearly, { country: 'DE' }, visa, confirmed('receipt', 'receipt')],
  [
    'half a year in France with Visa',
    halfYearly,
    { country: 'FR' },
    visa,
    confirmed('renewal_notice 60', 'receipt', 'renewal_notice 60', 'receipt'),
  ],
  [
    'a yearly plan in Germany with Mastercard',
    yearly,
    { country: 'DE' },
    mastercard,
    confirmed('renewal_notice 30', 'receipt'),
  ],
  ['a yearly plan in Germany with Visa', yearly, { country: 'DE' }, visa, confirmed('receipt')],
  ['a yearly plan in Germany with American Express', yearly, { country: 'DE' }, amex, confirmed('receipt')],
  [
    'a yearly plan in Germany with tax',
    { ...yearly, ...withTax },
    { country: 'DE' },
    mastercard,
    confirmed('renewal_notice 30', 'receipt'),
  ],
  [
    'a yearly plan in France with Mastercard',
    yearly,
    { country: 'FR' },
    mastercard,
    confirmed('renewal_notice 60', 'renewal_notice 30', 'receipt'),
  ],
  ['a yearly plan in France with Visa', yearly, { country: 'FR' }, visa, confirmed('renewal_notice 60', 'receipt')],
  [
    'a yearly plan in California',
    yearly,
    { country: 'US', state: 'CA' },
    visa,
    confirmed('renewal_notice 30', 'receipt'),
  ],
  [
    'a yearly plan in New York',
    yearly,
    { country: 'US', state: 'NY' },
    visa,
    confirmed('renewal_notice 30', 'receipt'),
  ],
  ['a yearly plan in Texas with Visa', yearly, { country: 'US', state: 'TX' }, visa, confirmed('receipt')],
  ['a trial in Germany with Visa', withTrial, { country: 'DE' }, visa, confirmed('trial_ending 8', ...months(12))],
  [
    'a trial in Germany with Mastercard',
    withTrial,
    { country: 'DE' },
    mastercard,
    confirmed('trial_ending 4', ...months(12)),
  ],
  ['a trial in Germany with American Express', withTrial, { country: 'DE' }, amex, confirmed(...months(12))],
  [
    'a long trial in California',
    withLongTrial,
    { country: 'US', state: 'CA' },
    amex,
    confirmed('trial_ending 8', ...months(11), 'reminder'),
  ],
  [
    'a trial before a yearly plan in France',
    { ...yearly, ...withTrial },
    { country: 'FR' },
    mastercard,
    confirmed('trial_ending 4', 'receipt', 'renewal_notice 60', 'renewal_notice 30'),
  ],
]

interface SentEmail {
  readonly kind: string
  readonly status: string
  readonly payment_id: string | null
  readonly created_at: string
  readonly facts: { readonly amount: number; readonly currency: string; readonly charged_at?: string }
  readonly id: string
}

const euros = (minor: number): string => `€${(minor / 100).toFixed(2)}`

const dutyOf = ({ kind, created_at: at, facts: { charged_at: chargedAt } }: SentEmail): string =>
  chargedAt === undefined || kind === 'reminder'
    ? kind
    : `${kind} ${Math.round((Date.parse(chargedAt) - Date.parse(at)) / 86_400_000)}`

describeEachDatabase('a year of emails', (open) => {
  const service = useService(open, {
    settings: { emails: 'send', tax_registrations: [{ country: 'DE', region: null, behavior: 'exclusive' }] },
  })
  const subscribers = new Map<string, Awaited<ReturnType<typeof aSubscriber>>>()
  beforeAll(async () => {
    for (const [what, plan, address, number] of duties)
      subscribers.set(what, await aSubscriber(service, aMonthlyPlan(plan), { number }, { address }))
    await moveClock(service, 'P1Y')
    await moveClock(service, 'P1D')
  }, 120_000)

  test.each(duties)(
    '%s causes exactly these emails, each once, with the amounts of the books',
    async (what, ...rest) => {
      const subscriber = subscribers.get(what)!
      const { body } = await service.send('GET', `/emails?subscription_id=${subscriber.id}&order=asc&limit=100`)
      const emails: readonly SentEmail[] = body.data
      const payments = await subscriber.payments()

      expect(emails.map(dutyOf).toSorted()).toEqual([...rest[3]].toSorted())
      expect(emails.filter(({ status }) => status !== 'sent')).toEqual([])
      const books = new Set<string>()
      for (const { amount, tax } of payments)
        for (const minor of [amount, tax.amount_tax, tax.amount_subtotal]) books.add(euros(minor))
      const stored = await service.database.db
        .selectFrom('storedEmails')
        .selectAll()
        .where(
          'id',
          'in',
          emails.map(({ id }) => id),
        )
        .execute()
      expect(stored).toHaveLength(emails.length)
      for (const { message } of stored)
        for (const [sum] of (message as StoredEmail).text.matchAll(/€[\d.,]*\d/g)) expect([...books]).toContain(sum)
      for (const { payment_id: id, facts } of emails.filter((email) => email.payment_id !== null)) {
        const paid = payments.find((payment: { id: string }) => payment.id === id)
        expect(facts).toMatchObject({ amount: paid.amount, currency: paid.currency_code })
      }
      for (const { facts } of emails.filter((email) => email.facts.charged_at !== undefined)) {
        const charged = payments.find((payment: { created_at: string }) => payment.created_at === facts.charged_at)
        if (charged !== undefined) expect(facts.amount).toBe(charged.amount)
        else expect(facts.charged_at! > payments.at(-1).created_at).toBe(true)
      }
    },
  )
})
