import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { useService } from '../../support/services/use-service.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'

describeUsualDatabase('the language of a checkout', (open) => {
  let planId: string
  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service, at(3000))).id
  })

  test.each([
    ['de_DE', 'de-DE'],
    ['', 'fr'],
    ['undefined', 'fr'],
    ['C', 'fr'],
    ['auto', 'fr'],
    ['x-klingon', 'fr'],
    ['ü'.repeat(300), 'fr'],
  ])('?locale=%j is never refused', async (locale, spoken) => {
    const shopper = await aShopper(service, { plan: { id: planId }, options: { locale: 'fr' } })

    const { status, body } = await service.send(
      'GET',
      `/checkout/${shopper.sessionId}?locale=${encodeURIComponent(locale)}`,
    )

    expect([status, body.locale]).toEqual([200, spoken])
  })

  test('options.locale of a merchant is refused if it is not a language tag', async () => {
    const { status, body } = await service.send('POST', '/client-session', {
      body: { plan: { id: planId }, options: { locale: 'de_DE' } },
    })

    expect(status).toBe(400)
    expect(JSON.stringify(body.error.details)).toContain('BCP 47')
  })
})
