import { createBillingClient } from '@billing-checkout/client'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../support/databases/databases.ts'
import { useService } from '../support/services/use-service.ts'
import { blockOn, runCode } from '../support/stories/page-code.ts'
import { createPlan, shopperOf } from '../support/stories/shopper.ts'

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

describeEachDatabase('the front page', (open) => {
  const service = useService(open)
  const code = blockOn(page, 'ts', 'followEvents')
  const begin = code.indexOf('const session')
  const follow = code.indexOf('for await')

  test('delivers what was bought to the user whom its session named', async () => {
    const billing = createBillingClient({ apiKey: service.key, baseUrl: service.url })
    const plan = await createPlan(service)
    const session = await runCode(`${code.slice(begin, follow).replaceAll('price_…', plan.id)}\nreturn session`, {
      billing,
    })
    const { status } = await shopperOf(service, (session as { readonly id: string }).id).pay()
    const delivered = Promise.withResolvers<readonly unknown[]>()

    const following = runCode(code.slice(follow), {
      billing: {
        followEvents: (options: object) =>
          billing.followEvents({ ...options, pollSeconds: 0.05, signal: AbortSignal.timeout(5000) }),
      },
      lastSeen: undefined,
      deliver: (...what: readonly unknown[]) => delivered.resolve(what),
    })

    expect(status).toBe(200)
    expect(await Promise.race([delivered.promise, following])).toEqual(['user-42', { shelf: 'fiction' }])
    await following
  })

  test('opens a session by curl that names a user and carries metadata', async () => {
    const body = /-d '(.*)'$/m.exec(blockOn(page, 'sh', '/client-session'))?.[1] ?? ''
    const plan = await createPlan(service)

    const session = await service.send('POST', '/client-session', {
      body: JSON.parse(body.replace('price_…', plan.id)),
    })

    expect(session.body).toMatchObject({
      customer: { external_id: 'user-42' },
      subscription: { metadata: { shelf: 'fiction' } },
    })
  })
})
