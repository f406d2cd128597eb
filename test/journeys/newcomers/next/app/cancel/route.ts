import { billing, findSubscriptionId } from '../../shop.ts'

/** Cancels the customer's subscription. */
export const POST = async (): Promise<Response> => {
  const id = await findSubscriptionId()
  if (id !== undefined) await billing.scheduleCancellation(id)
  return new Response(null)
}
