import { grantCredit } from '#server/billing/customers/grant-credit.ts'
import { answerOnce } from '#server/http/answer-once.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { drawnLife } from './client.ts'
import { ignoreCrash } from './life.ts'
import { merchantCall } from './shop.ts'
import type { Story } from './stories.ts'

/** The merchant grants the shop's customer credit, and sends the request at most five times, until it is answered. */
export const goodwillStory: Story = async (world, { customerId }, key) => {
  const { chance, stage } = world
  const body = { amount: 1 + chance.below(3000), currency: 'EUR', reason: key } as const
  const call: CallerContext = {
    ...merchantCall(world),
    idempotency: { caller: 'merchant', key, operation: 'grantCredit', requestHash: key },
  }
  for (let tries = 5; tries > 0; tries--) {
    const life = drawnLife(world, 0.35)
    const billing = world.serve(life, 0)
    try {
      await answerOnce(billing.database, call, (once) => grantCredit(billing, once, customerId, body))
      life.pass()
      return
    } catch (error) {
      ignoreCrash(error)
      world.note('a grant was cut off')
      await stage.turn(1)
    }
  }
}
