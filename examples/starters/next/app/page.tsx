import { billing, user } from '../billing.ts'

/** Draw the page again at each request, because access may have changed. */
export const dynamic = 'force-dynamic'

/** The paid feature, or a button to buy it. */
export default async function Page() {
  const { data } = await billing.findAccess(user.external_id, { identified_by: 'external_id' })
  if (data.some(({ plan }) => plan.id === process.env['PLAN'])) return <h1>The library is open.</h1>
  return (
    <form method="post" action="/buy">
      <button>Buy</button>
    </form>
  )
}
