import { describe, expect, test } from 'vitest'
import { checkoutPayment, sendUntilAnswered } from './client.ts'
import { crashAtEveryAwait, isEveryAwaitPlayed, playToTheEnd } from './crash-at-every-await.ts'
import { type ProcessLife, processLifeEndingAt } from './life.ts'
import { secondConnection } from './play-sandbox.ts'
import { openClientSession, type Shop } from './shop.ts'
import { shareBilling } from './shared-billing.ts'
import { runCompleteAttempts } from './stories.ts'
import type { World } from './world.ts'

const settings = { routing: [{ connection: 'sandbox' }, { connection: secondConnection }] }

const scenes = [
  ['embedded', 'cannot be reached'],
  ['postgresql', 'lets nobody in'],
] as const

// `npm run drill` plays both scenes.
describe.each(isEveryAwaitPlayed ? scenes : scenes.slice(0, 1))(
  'a sealed card that is handed on to a second connection (%s)',
  (kind, fault) => {
    const billing = shareBilling(kind)

    test(`is charged at most once and gets the right answer if the first ${fault} and the server is killed at any await`, async () => {
      const endings = new Set<string>()
      const points = await crashAtEveryAwait(
        billing(),
        fault,
        async (world, shop, life) => {
          await beginCheckout(world, shop, life)
          world.stage.begin(() => runCompleteAttempts(world, processLifeEndingAt(Infinity)), 70)
          const { payments, attempts } = await playToTheEnd(world)

          expect(payments).toHaveLength(1)
          const { status } = payments[0]!
          endings.add(`${status} ${attempts.filter(({ kind: what }) => what === 'authorize').length}`)
          expect(world.answers.at(-1)).toMatchObject({ key: 'key_checkout', outcome: 'answered' })
        },
        // Step 1, because there are only two awaits between the two attempts.
        { settings, step: 1 },
      )

      expect(points).toBeGreaterThan(40)
      // The server ended before, between and after the two attempts. The card is lost with the server that ended.
      expect([...endings].toSorted()).toEqual(['FAILED 1', 'FAILED 2', 'SETTLING 2'])
    }, 300_000)
  },
)

const beginCheckout = async (world: World, shop: Shop, life: ProcessLife): Promise<void> => {
  const sessionId = await openClientSession(world, shop.monthlyPlanId, { email: 'nia@example.com' })
  const request = await checkoutPayment(world, sessionId, { number: '4242424242424242' }, 'key_checkout')
  const tries = {
    max: 9,
    lifeOf: (attempt: number) => (attempt === 1 ? life : processLifeEndingAt(Infinity)),
    skewSeconds: 0,
  }
  world.stage.begin(() => sendUntilAnswered(world, request, tries))
}
