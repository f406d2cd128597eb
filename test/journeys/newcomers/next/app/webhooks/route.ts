import { verifyWebhook } from '@billing-checkout/client'
import { deliver } from '../../shop.ts'

/** Receives an event from the billing server. */
export const POST = async (request: Request): Promise<Response> => {
  const { WEBHOOK_SECRET: secret = '' } = process.env
  const event = await verifyWebhook({ body: await request.text(), headers: request.headers }, { secret }).catch(
    () => undefined,
  )
  if (event === undefined) return new Response(null, { status: 400 })
  await deliver('webhook', event)
  return new Response(null)
}
