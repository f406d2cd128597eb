import { expect, test } from 'vitest'
import { checkoutOn } from '../../support/pages/checkout-on.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'

const shop = useDemoWindow()
const { cardFrame, typeCard, payButton } = checkoutOn(() => shop.page)

const post = async (path: string, body: object) => {
  const headers = { Authorization: `Bearer ${shop.demo.apiKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${shop.demo.billingUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json()
}

test('a shopper who buys three seats sees the price of one, and is charged for three', async () => {
  const plan = await post('/plans', {
    name: 'Seat',
    type: 'recurring',
    interval: 'months',
    price: { default: { amount: 1000, currency: 'EUR' }, countries: [] },
    quantity: { min: 1, max: 20 },
  })
  const email = `${crypto.randomUUID()}@example.com`
  const session = await post('/client-session', {
    customer: { email },
    plan: { id: plan.id, quantity: 3 },
    options: { locale: 'en' },
  })
  await shop.page.goto(`${shop.demo.billingUrl}/pay/${session.id}`)
  const frame = await cardFrame()
  const summary = shop.page.locator('billing-checkout [part~="summary"]')
  const said = (await summary.textContent())?.replaceAll(/\s+/g, ' ')

  await typeCard(frame)
  for (const box of await shop.page.locator('billing-checkout').getByRole('checkbox').all()) await box.check()
  await payButton().click()
  await shop.page.locator('billing-checkout:state(paid)').waitFor()

  const { data } = await shop.demo.ask('/payments?limit=1')
  expect(said).toContain('Seat 3 × €10.00')
  expect(data[0]).toMatchObject({ amount: 3000, subscription: { quantity: 3, plan: { price: { amount: 1000 } } } })
})
