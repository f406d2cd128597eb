import { expect, test } from 'vitest'
import { playSubscribers } from './subscribers/play-subscribers.ts'
import { shareBilling } from './shared-billing.ts'

const billing = shareBilling()

const seedsPerTest = 5

// `npm run drill` plays hundreds of seeds.
test.each(Array.from({ length: 2 }, (_, place) => place * seedsPerTest + 1))(
  'every period is charged as an independent calculator expects from the requests alone, in the 5 seeds from %i on',
  async (first) => {
    const failed: string[] = []
    for (let seed = first; seed < first + seedsPerTest; seed++) {
      await playSubscribers(billing(), seed).catch((error: unknown) => {
        failed.push(`npm run simulate -- --subscriptions --seed ${seed}\n${String(error)}`)
      })
    }

    expect(failed).toEqual([])
  },
)

/** Seeds that once found a fault of the server (374) or of the calculator. */
test.each([128, 188, 225, 374])(
  'every period is charged as the calculator expects in seed %i, which once found a fault',
  async (seed) => {
    await expect(playSubscribers(billing(), seed)).resolves.toMatchObject({ written: { payments: expect.anything() } })
  },
)

test('a seed of subscriptions plays the same events every time', async () => {
  const tell = async (seed: number) => {
    const { turns, written } = await playSubscribers(billing(), seed)
    const of = ({ status, start, end, balance }: (typeof written.subscriptions)[number]) => [
      status,
      start,
      end,
      balance,
    ]
    // Ids from the same millisecond are in no particular order.
    const inOrder = <Item>(all: readonly Item[]): string[] => all.map((one) => JSON.stringify(one)).toSorted()
    const paid = written.payments.map(({ amount }) => amount)
    return { turns, subscriptions: inOrder(written.subscriptions.map(of)), paid: inOrder(paid) }
  }
  const first = await tell(3)

  expect(await tell(3)).toEqual(first)
})
