import { beforeAll, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { useService } from '../../support/services/use-service.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'

describeUsualDatabase('a receipt of a page that displayed another text', (open) => {
  let planId: string
  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service, at(3000))).id
  })

  test.each(['short', '€'.repeat(9000), `a\0b`])(
    'is stored with the hash of its own text, and 8 kB of the displayed text are marked as unverified (%#)',
    async (displayed_text) => {
      const shopper = await aShopper(service, {
        customer: { email: `a${displayed_text.length}@example.com` },
        plan: { id: planId },
      })
      const { body: checkout } = await shopper.look()
      const consent = {
        text: 'You pay €30.00 now.',
        locale: 'en',
        version: checkout.consent.version,
        at: checkout.now.wall,
        displayed_text,
      }

      const paid = await shopper.pay({}, { consent })

      expect(paid.status).toBe(200)
      const row = await service.database.db
        .selectFrom('payments')
        .select('consent')
        .where('id', '=', paid.body.id)
        .executeTakeFirstOrThrow()
      const kept = row.consent as Record<string, string>
      expect(kept).toMatchObject({
        text_sha256: createHash('sha256').update(consent.text).digest('hex'),
        displayed_text_is_verified: false,
      })
      expect(Buffer.byteLength(kept['displayed_text'] ?? '')).toBeLessThanOrEqual(8192)
      expect(displayed_text.replace('\0', ' ').startsWith(kept['displayed_text'] ?? '?')).toBe(true)
    },
  )
})
