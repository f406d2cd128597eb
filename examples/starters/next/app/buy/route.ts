import { billing, user } from '../../billing.ts'

/** Opens a client session and sends the shopper to its page. */
export const POST = async (request: Request): Promise<Response> => {
  const { BILLING_URL: billingUrl = 'http://localhost:4242', PLAN: plan = '' } = process.env
  const session = await billing.createClientSession({
    customer: user,
    plan: { id: plan },
    options: { return_url: new URL('/', request.url).href },
  })
  return Response.redirect(`${billingUrl}/pay/${session.id}`, 303)
}
