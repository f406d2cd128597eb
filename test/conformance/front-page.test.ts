import { createBillingClient } from '@billing-checkout/client'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../support/databases/databases.ts'
import { useService } from '../support/services/use-service.ts'
import { createPlan, shopperOf } from '../support/stories/shopper.ts'

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** A block of code on the front page, found by what it contains. */
const blockWith = (language: string, text: string): string => {
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code!)
  const block = blocks.find((code) => code.includes(text))
  if (block === undefined) throw new Error(`The front page has no ${language} block with "${text}".`)
  return block
}

/** Runs code of the page, which may await, with the names that it uses. */
const run = (code: string, names: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const parameters = Object.keys(names).join(', ')
  // The page's code has no types, so it runs as it stands.
  const asynchronous = new Function(parameters, `return (async () => {\n${code}\n})()`) as (
    ...values: readonly unknown[]
  ) => Promise<unknown>
  return asynchronous(...Object.values(names))
}

describeEachDatabase('the front page', (open) => {
  const service = useService(open)
  const code = blockWith('ts', 'followEvents')
  const begin = code.indexOf('const session')
  const follow = code.indexOf('for await')

  test('delivers what was bought to the user whom its session named', async () => {
    const billing = createBillingClient({ apiKey: service.key, baseUrl: service.url })
    const plan = await createPlan(service)
    const session = await run(`${code.slice(begin, follow).replaceAll('price_…', plan.id)}\nreturn session`, {
      billing,
    })
    const { status } = await shopperOf(service, (session as { readonly id: string }).id).pay()
    const delivered = Promise.withResolvers<readonly unknown[]>()

    const following = run(code.slice(follow), {
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
    const body = /-d '(.*)'$/m.exec(blockWith('sh', '/client-session'))?.[1] ?? ''
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
