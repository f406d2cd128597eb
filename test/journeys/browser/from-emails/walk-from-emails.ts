import type { EmailKind } from '@billing-checkout/contract'
import { expect } from 'vitest'
import { amountsSaid } from './amounts-said.ts'
import type { WalkingShopper } from './walking-shopper.ts'
import type { Shown, WalkMerchant } from './walk-shop.ts'

/** A card that is approved now and declined at every later charge. */
const failingLater = '4000000000000341'
const goodCard = '4242424242424242'
const onPage = 'billing-checkout'
const inPortal = 'billing-portal >> billing-checkout'
const inAccount = (place: string) => [`billing-portal >> ${place}`]

/**
 * The life of a customer who does everything from an email: buys by a link and withdraws, buys again, changes the plan and the card,
 * cancels, keeps the subscription, schedules a change, and pays a declined renewal. Each amount that an email or a page says must be
 * charged or refunded.
 */
export const walkFromEmails = async (merchant: WalkMerchant, shopper: WalkingShopper, email: string): Promise<void> => {
  const walk = new Walk(merchant, shopper, email)
  await walk.buyByLink('first')
  await walk.withdraw()
  await walk.buyByLink('second')
  await walk.openAccount()
  await walk.changePlanNow()
  await walk.changeCard()
  await walk.cancel()
  await walk.keep()
  await walk.changePlanLater()
  await walk.repairRenewal()
  await walk.leave()
}

class Walk {
  readonly #merchant: WalkMerchant
  readonly #shopper: WalkingShopper
  readonly #email: string
  /** The URL of the merchant's payment link, once the first purchase has created it. */
  #link: string | undefined

  constructor(merchant: WalkMerchant, shopper: WalkingShopper, email: string) {
    this.#merchant = merchant
    this.#shopper = shopper
    this.#email = email
  }

  async buyByLink(which: 'first' | 'second'): Promise<void> {
    const { plans, send } = this.#merchant
    this.#link ??= String((await send('POST', '/payment-links', { plan: { id: plans[0] } }))['url'])
    await this.#shopper.visit(this.#link)
    expectSays(await this.#shopper.look(`the link of the ${which} purchase`), 1137)
    await this.#shopper.type(['#email'], this.#email)
    await this.#shopper.follow(['form button'])
    const { said, receipt } = await this.#shopper.pay({
      checkout: onPage,
      where: `the ${which} purchase`,
      card: goodCard,
    })
    const { id, amount } = await this.#newestPayment()
    expectSame(amount, 1137)
    for (const words of [said, receipt]) expectSays(words, amount)
    const { text } = await this.#merchant.email(this.#email, 'order_confirmation', (found) => found.includes(id))
    expectSays(text, amount)
  }

  /** Withdraws from the contract that the order confirmation confirms. The whole payment must be refunded. */
  async withdraw(): Promise<void> {
    await this.#declare('withdraw', 'order_confirmation')
    await this.#becomes('cancelled')
    const paid = async () => {
      const { amount, refunded_amount: refunded } = await this.#newestPayment()
      return [amount, refunded]
    }
    await expectSoon(paid, [1137, 1137])
    await this.#isTold('withdrawal', 1137)
    await this.#isTold('refund', 1137)
  }

  /** Opens the account that the order confirmation leads to, and signs in by email. */
  async openAccount(): Promise<void> {
    await this.#shopper.visit(await this.#linkIn('order_confirmation', '/portal?'))
    await this.#shopper.look('the sign-in')
    await this.#shopper.type(['#email'], this.#email)
    await this.#shopper.follow(['form button'])
    await this.#shopper.look('the sign-in, sent')
    await this.#shopper.visit(await this.#linkIn('sign_in', '/portal/sign-in/'))
    await this.#shopper.look('the sign-in link')
    await this.#shopper.follow(['form button'])
    await this.#accountIsReady()
    expectSays(await this.#shopper.look('the account'), 1137)
  }

  async changePlanNow(): Promise<void> {
    await this.#choosePlan(1)
    const { said, receipt } = await this.#shopper.pay({ checkout: inPortal, where: 'the change of plan' })
    const { amount } = await this.#newestPayment()
    // The period has just begun, so the whole difference of the prices is due, less the price of some seconds.
    expectSame(amount > 2953 - 1137 - 5, true)
    for (const words of [said, receipt]) expectSays(words, amount)
    await this.#isTold('plan_changed', amount)
    await this.#leaveCheckout()
    expectSays(await this.#shopper.look('the account, plan changed'), 2953)
    expectShown((await this.#subscription())['plan'], { id: this.#merchant.plans[1] })
  }

  async changeCard(): Promise<void> {
    const before = (await this.#subscription())['payment_method_id']
    await this.#shopper.click(inAccount('#add-method'))
    await this.#shopper.pay({ checkout: inPortal, where: 'the new card', card: failingLater })
    await this.#leaveCheckout()
    expectSame((await this.#subscription())['payment_method_id'] === before, false)
    expectSame((await this.#newestPayment()).amount, 0)
  }

  async cancel(): Promise<void> {
    await this.#declare('cancel', 'plan_changed')
    await this.#becomes('scheduled_for_cancellation')
  }

  async keep(): Promise<void> {
    await this.#shopper.visit(await this.#linkIn('cancellation', '/pay/keep/'))
    await this.#shopper.look('the link that keeps it')
    await this.#shopper.follow(['form button'])
    await this.#shopper.look('kept')
    await this.#becomes('active')
  }

  async changePlanLater(): Promise<void> {
    await this.#merchant.change({ portal_changes: 'at_period_end' })
    await this.#shopper.visit(await this.#linkIn('plan_changed', '/portal?'))
    await this.#accountIsReady()
    await this.#choosePlan(2)
    const { said, receipt } = await this.#shopper.pay({ checkout: inPortal, where: 'the scheduled change' })
    for (const words of [said, receipt]) expectSays(words, 14_791)
    await this.#isTold('change_scheduled', 14_791)
    await this.#leaveCheckout()
    expectSays(await this.#shopper.look('the account, change scheduled'), 14_791)
  }

  /** The renewal on the new plan is declined. The customer pays it once, by the link in the email, with another card. */
  async repairRenewal(): Promise<void> {
    await this.#isTold('renewal_notice', 14_791)
    // The customer's country is unknown, and the law of some countries requires this notice more days before the charge than the period had
    // left. The renewal may therefore be later.
    for (let days = 0; days < 2 && (await this.#subscription())['status'] === 'active'; days += 1)
      await this.#merchant.send('POST', '/sandbox/clock', { to: (await this.#subscription())['next_billing_date'] })
    await this.#becomes('past_due')
    await this.#isTold('payment_failed', 14_791)
    await this.#shopper.visit(await this.#linkIn('payment_failed', '/pay/recovery/'))
    expectSays(await this.#shopper.look('the link of the declined renewal'), 14_791)
    await this.#shopper.follow(['form button'])
    const { said, receipt } = await this.#shopper.pay({ checkout: onPage, where: 'the renewal', card: goodCard })
    for (const words of [said, receipt]) expectSays(words, 14_791)
    await this.#becomes('active')
    expectShown(await this.#newestPayment(), { amount: 14_791, payment_status: 'SETTLING' })
    expectShown((await this.#subscription())['plan'], { id: this.#merchant.plans[2] })
    await this.#isTold('receipt', 14_791)
  }

  /** Ends the subscription, so that later stories, which move the same clock, do not renew it. */
  async leave(): Promise<void> {
    const { id } = await this.#subscription()
    await this.#merchant.send('PATCH', '/subscriptions', { subscription: { id, status: 'cancelled' } })
  }

  /** Fills in the form that an email links to, and confirms what was typed. */
  async #declare(path: 'cancel' | 'withdraw', kind: EmailKind): Promise<void> {
    await this.#shopper.visit(await this.#linkIn(kind, `/${path}`))
    await this.#shopper.look(path)
    await this.#shopper.type(['#email'], this.#email)
    await this.#shopper.follow(['form > button'])
    await this.#shopper.look(`${path}, what was typed`)
    await this.#shopper.follow(['form button'])
    await this.#shopper.read(['[role=status]'])
    await this.#shopper.look(`${path}, received`)
  }

  async #choosePlan(place: 1 | 2): Promise<void> {
    await this.#shopper.click(inAccount('[id^=plans-]'))
    await this.#shopper.expectFocus('the plans')
    await this.#shopper.look(`the plans, to choose number ${place}`)
    await this.#shopper.click(inAccount(`#choose-${this.#merchant.plans[place]}`))
  }

  async #leaveCheckout(): Promise<void> {
    await this.#shopper.click(inAccount('#back'))
    await this.#shopper.expectFocus('the account')
    await this.#accountIsReady()
  }

  #accountIsReady(): Promise<string> {
    return this.#shopper.read(['billing-portal:state(ready)'])
  }

  /** Expects an email of this kind that states this amount. */
  async #isTold(kind: EmailKind, amount: number): Promise<void> {
    await this.#merchant.email(this.#email, kind, (text) => amountsSaid(text).includes(amount))
  }

  /** The link with this path in the newest email of this kind that has one. The email's text and HTML must have the same link. */
  async #linkIn(kind: EmailKind, path: string): Promise<string> {
    const link = new RegExp(`https?://[^\\s"<>)]*${path.replaceAll('?', '\\?')}[^\\s"<>)]*`)
    const { text, html } = await this.#merchant.email(this.#email, kind, (found) => link.test(found))
    const [url = ''] = link.exec(text) ?? []
    expectSame([kind, link.exec(html.replaceAll('&amp;', '&'))?.[0]], [kind, url])
    return url
  }

  async #customerId(): Promise<string> {
    const [customer] = await this.#merchant.ask(`/customers?search=${encodeURIComponent(this.#email)}`)
    return String(customer!['id'])
  }

  async #subscription(): Promise<Shown> {
    return (await this.#merchant.ask(`/subscriptions?customer_id=${await this.#customerId()}`))[0]!
  }

  async #newestPayment(): Promise<{ readonly id: string; readonly amount: number; readonly refunded_amount: number }> {
    return (await this.#merchant.ask(`/payments?customer_id=${await this.#customerId()}`))[0]! as never
  }

  async #becomes(status: string): Promise<void> {
    const current = async () => (await this.#subscription())['status']
    await expectSoon(current, status)
  }
}

const expectSays = (words: string, amount: number): void => expect(amountsSaid(words)).toContain(amount)

const expectSame = (found: unknown, wanted: unknown): void => expect(found).toEqual(wanted)

const expectShown = (found: unknown, wanted: object): void => expect(found).toMatchObject(wanted)

const expectSoon = async (ask: () => Promise<unknown>, wanted: unknown): Promise<void> =>
  void (await expect.poll(ask, { interval: 300, timeout: 30_000 }).toEqual(wanted))
