import { clientOfFake, type FakeStripe, type Notification, signNotification } from '@billing-checkout/stripe/testing'
import { receiveNotification } from '#server/billing/disputes/receive-notification.ts'
import { drawnLife } from '../client.ts'
import { ignoreCrash } from '../life.ts'
import type { Story } from '../stories.ts'
import type { World } from '../world.ts'
import { errorOf } from './fake-ledger.ts'
import { stripeConnectionId, decideDisputes, secretKey } from './play-stripe.ts'

/** Stories of events at Stripe without our server, and, if `endpointId` is not null, of Stripe's notifications to our server. */
export const storiesOfStripe = (fake: FakeStripe, endpointId: string | null): readonly Story[] => {
  const stripe = clientOfFake(fake, secretKey)

  /** The merchant refunds in Stripe's dashboard. */
  const dashboardStory: Story = async ({ chance, stage, note }) => {
    await stage.turn(20 + chance.below(80))
    const charges = [...fake.books.charges.values()].filter(({ paid, refunded }) => paid && !refunded)
    if (charges.length === 0) return
    const { id, amount } = chance.pick(charges)
    const part = chance.pick([amount, 1 + chance.below(amount)])
    await stripe.refunds.create({ charge: id, amount: part }).then(() => note('a refund in the dashboard'), ignore)
  }

  const disputeStory: Story = async (world) => {
    await world.stage.turn(30 + world.chance.below(90))
    decideDisputes(fake, world)
  }

  /** Stripe rejects our key for a while. */
  const keyStory: Story = async ({ chance, stage, note }) => {
    await stage.turn(chance.below(60))
    fake.revokeKey(secretKey)
    note('a key was revoked')
    await stage.turn(chance.pick([20, 120, 3600]))
    fake.addKey(secretKey)
  }

  /** A shopper who knows the secret of a declined intent confirms it again with a good card. */
  const secretStory: Story = async ({ chance, stage, note }) => {
    for (let looks = 0; looks < 30; looks += 1) {
      const declined = [...fake.books.paymentIntents.values()].filter(
        (intent) => intent.status === 'requires_payment_method' && errorOf(intent) !== null,
      )
      if (declined.length > 0) {
        const { id } = chance.pick(declined)
        const paid = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
        await paid.then(() => note('a declined intent was paid with its secret'), ignore)
        return
      }
      await stage.turn(chance.below(4))
    }
  }

  /** A customer or a method is deleted at Stripe. */
  const deletionStory: Story = async ({ chance, stage, note }) => {
    await stage.turn(20 + chance.below(80))
    const customers = [...fake.books.customers.keys()]
    const methods = [...fake.books.methods.values()].filter(({ shown }) => shown.customer !== null)
    if (chance.happens(0.5) && customers.length > 0) {
      await stripe.customers.del(chance.pick(customers)).then(() => note('a customer was deleted at Stripe'), ignore)
    } else if (methods.length > 0) {
      const { id } = chance.pick(methods).shown
      await stripe.paymentMethods.detach(id).then(() => note('a method was detached at Stripe'), ignore)
    }
  }

  /** Some of Stripe's notifications arrive, in any order, some twice, together with a forged one. */
  const notificationStory =
    (to: string): Story =>
    async (world) => {
      const { chance, stage } = world
      await stage.turn(40 + chance.below(90))
      const waiting = [...fake.notifications(to)]
      for (let left = chance.below(8); left > 0 && waiting.length > 0; left -= 1) {
        await stage.turn()
        const place = chance.below(waiting.length)
        const notification = waiting[place]!
        if (chance.happens(0.7)) waiting.splice(place, 1)
        await receive(world, notification)
      }
      const forged = { body: '{"id":"evt_forged","type":"refund.failed","data":{"object":{"id":"re_1"}}}' }
      const signature = signNotification(forged.body, 'whsec_of_somebody_else', Math.floor(stage.now() / 1000))
      if ((await receive(world, { ...forged, signature })) === true)
        throw new Error('A forged notification was accepted.')
    }

  return [
    dashboardStory,
    dashboardStory,
    disputeStory,
    keyStory,
    secretStory,
    secretStory,
    deletionStory,
    ...(endpointId === null ? [] : [notificationStory(endpointId), notificationStory(endpointId)]),
  ]
}

const receive = async (
  world: World,
  { body, signature }: Pick<Notification, 'body' | 'signature'>,
): Promise<boolean | void> => {
  const headers = { 'stripe-signature': signature }
  const billing = world.serve(drawnLife(world, 0.2), 0)
  const accepted = await receiveNotification(billing, { connection: stripeConnectionId, rawBody: body, headers }).catch(
    ignoreCrash,
  )
  if (accepted === true) world.note('a notification came')
  return accepted
}

/** Ignores Stripe's refusal of a request that is no longer possible. */
const ignore = (): void => {}
