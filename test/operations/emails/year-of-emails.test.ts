import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const mastercard = '5555555555554444'
const visa = '4242424242424242'
const yearly = { interval: 'years' }
const withTrial = { trial_interval: 'days', trial_interval_count: 14 }
const months = (count: number): string[] => Array.from({ length: count }, () => 'receipt')

/** The emails of each subscription in a year and a day: their kinds, and of a notice how many days before the charge it is. */
const duties = [
  ['a monthly plan in Germany', {}, { country: 'DE' }, mastercard, ['order_confirmation', ...months(12)]],
  [
    'a yearly plan in Germany with Mastercard',
    yearly,
    { country: 'DE' },
    mastercard,
    ['order_confirmation', 'renewal_notice 30', 'receipt'],
  ],
  ['a yearly plan in Germany with Visa', yearly, { country: 'DE' }, visa, ['order_confirmation', 'receipt']],
  [
    'a yearly plan in France',
    yearly,
    { country: 'FR' },
    mastercard,
    ['order_confirmation', 'renewal_notice 60', 'renewal_notice 30', 'receipt'],
  ],
  [
    'a yearly plan in California',
    yearly,
    { country: 'US', state: 'CA' },
    visa,
    ['order_confirmation', 'renewal_notice 30', 'receipt'],
  ],
  [
    'a monthly plan in California',
    {},
    { country: 'US', state: 'CA' },
    visa,
    ['order_confirmation', ...months(12), 'reminder'],
  ],
  [
    'a trial in Germany with Visa',
    withTrial,
    { country: 'DE' },
    visa,
    ['order_confirmation', 'trial_ending 8', ...months(12)],
  ],
  [
    'a trial in Germany with Mastercard',
    withTrial,
    { country: 'DE' },
    mastercard,
    ['order_confirmation', 'trial_ending 4', ...months(12)],
  ],
] as const

interface SentEmail {
  readonly kind: string
  readonly status: string
  readonly payment_id: string | null
  readonly created_at: string
  readonly facts: { readonly amount: number; readonly currency: string; readonly charged_at?: string }
}

const dutyOf = ({ kind, created_at: at, facts: { charged_at: chargedAt } }: SentEmail): string =>
  chargedAt === undefined || kind === 'reminder'
    ? kind
    : `${kind} ${Math.round((Date.parse(chargedAt) - Date.parse(at)) / 86_400_000)}`

describeEachDatabase('a year of emails', (open) => {
  const service = useService(open, { settings: { emails: 'send' } })
  const subscribers = new Map<string, Awaited<ReturnType<typeof aSubscriber>>>()
  beforeAll(async () => {
    for (const [what, plan, address, number] of duties)
      subscribers.set(what, await aSubscriber(service, aMonthlyPlan(plan), { number }, { address }))
    await moveClock(service, 'P1Y')
    await moveClock(service, 'P1D')
  }, 120_000)

  test.each(duties)('%s causes exactly these emails, each once, with the sums of the books', async (what, ...rest) => {
    const subscriber = subscribers.get(what)!
    const { body } = await service.send('GET', `/emails?subscription_id=${subscriber.id}&order=asc`)
    const emails: readonly SentEmail[] = body.data
    const payments = await subscriber.payments()

    expect(emails.map(dutyOf).toSorted()).toEqual([...rest[3]].toSorted())
    expect(emails.filter(({ status }) => status !== 'sent')).toEqual([])
    for (const { payment_id: id, facts } of emails.filter((email) => email.payment_id !== null)) {
      const paid = payments.find((payment: { id: string }) => payment.id === id)
      expect(facts).toMatchObject({ amount: paid.amount, currency: paid.currency_code })
    }
    for (const { facts } of emails.filter((email) => email.facts.charged_at !== undefined)) {
      const charged = payments.find((payment: { created_at: string }) => payment.created_at === facts.charged_at)
      if (charged !== undefined) expect(facts.amount).toBe(charged.amount)
      else expect(facts.charged_at! > payments.at(-1).created_at).toBe(true)
    }
  })
})
