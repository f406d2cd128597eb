import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { installPeer } from '../install-peer.ts'
import type { Ask, Peer } from '../peer.ts'
import { findFreePort, runScript, startServer } from '../start-peer.ts'

const version = '3.7.3'
const script = fileURLToPath(new URL('run-vendure.ts', import.meta.url))

/** Vendure, whose shop API is GraphQL, with its payment handler for development. */
export const vendure: Peer = {
  name: `Vendure ${version}`,
  async open({ databaseUrl, folder }) {
    const installed = await installPeer(`vendure-${version}`, [`@vendure/core@${version}`, 'pg@8.23.1'])
    const port = await findFreePort()
    const env = {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PEER_FOLDER: installed,
      VENDURE_DISABLE_TELEMETRY: 'true',
    }
    await runScript({ args: [script, 'seed'], cwd: folder, env })
    const { pid, end } = await startServer({ args: [script, 'serve'], cwd: folder, env }, port)
    return { pid, port, sell, end }
  },
}

/** The requests of a shop's page, in the order of Vendure's guide to a checkout. */
const sell = async (ask: Ask): Promise<void> => {
  let headers = {}
  const call = async (query: string): Promise<Answers> => {
    const answer = await ask({ method: 'POST', path: '/shop-api', headers, body: { query } })
    const token = answer.headers.get('vendure-auth-token')
    if (token !== null) headers = { authorization: `Bearer ${token}` }
    const { data, errors } = JSON.parse(answer.text) as { readonly data: Answers; readonly errors?: unknown }
    if (errors !== undefined) throw new Error(`${query} was answered ${answer.text}`)
    return data
  }
  const change = async (mutation: string): Promise<string | undefined> => {
    const { changed } = await call(`mutation { changed: ${mutation} { ${changedOrder} } }`)
    if (changed?.state === undefined) throw new Error(`${mutation} was answered ${JSON.stringify(changed)}`)
    return changed.state
  }
  await change('addItemToOrder(productVariantId: "1", quantity: 1)')
  await call(`{ activeOrder { ${order} } }`)
  await change(
    `setCustomerForOrder(input: { emailAddress: "${randomUUID()}@example.com", firstName: "A", lastName: "Shopper" })`,
  )
  await change(
    'setOrderShippingAddress(input: { fullName: "A Shopper", streetLine1: "Am Ufer 1", city: "Berlin", postalCode: "10115", countryCode: "DE" })',
  )
  const { shipping } = await call('{ shipping: eligibleShippingMethods { id name priceWithTax } }')
  await change(`setOrderShippingMethod(shippingMethodId: ["${shipping![0]!.id}"])`)
  await change('transitionOrderToState(state: "ArrangingPayment")')
  const { payment } = await call('{ payment: eligiblePaymentMethods { code name isEligible } }')
  const state = await change(`addPaymentToOrder(input: { method: "${payment![0]!.code}", metadata: {} })`)
  if (state !== 'PaymentSettled') throw new Error(`An order of Vendure ended as ${state}.`)
}

interface Answers {
  readonly changed?: { readonly state?: string }
  readonly shipping?: readonly { readonly id: string }[]
  readonly payment?: readonly { readonly code: string }[]
}

const order = 'code state totalWithTax currencyCode lines { quantity linePriceWithTax productVariant { name } }'
const changedOrder = `__typename ... on Order { ${order} } ... on ErrorResult { errorCode message }`
