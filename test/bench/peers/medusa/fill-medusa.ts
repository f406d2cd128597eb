import type { Ask } from '../peer.ts'

/** What a shopper's page needs to know about a Medusa shop. */
export interface MedusaShop {
  readonly publishableKey: string
  readonly regionId: string
  readonly variantId: string
}

/** An administrator of the benchmarks. */
export const administrator = { email: 'bench@example.com', password: 'a password of the benchmarks alone' }

/** Sets up, over Medusa's admin API, one product without stock counts, one shipping option, and 19 % tax. */
export const fillMedusa = async (ask: Ask): Promise<MedusaShop> => {
  const login = await ask({ method: 'POST', path: '/auth/user/emailpass', body: administrator })
  const { token } = JSON.parse(login.text) as { readonly token: string }
  const call = async <Key extends string>(method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const { text } = await ask({ method, path: `/admin/${path}`, headers, ...(body && { body }) })
    return JSON.parse(text) as Readonly<Record<Key, Row>>
  }
  const post = <Key extends string>(path: string, body: object) => call<Key>('POST', path, body)
  const firstOf = async (path: string): Promise<Row> => {
    const rows = (await call('GET', path)) as unknown as Readonly<Record<string, readonly Row[]>>
    return rows[path.replaceAll('-', '_')]![0]!
  }

  const channel = await firstOf('sales-channels')
  const profile = await firstOf('shipping-profiles')
  const { token: publishableKey } = await firstOf('api-keys')
  await post('tax-regions', {
    country_code: 'de',
    provider_id: 'tp_system',
    default_tax_rate: { rate: 19, code: 'de', name: 'Standard Tax' },
  })
  const { region } = await post<'region'>('regions', {
    name: 'Germany',
    currency_code: 'eur',
    countries: ['de'],
    payment_providers: ['pp_system_default'],
  })
  const { stock_location: place } = await post<'stock_location'>('stock-locations', { name: 'Berlin' })
  await post(`stock-locations/${place.id}/sales-channels`, { add: [channel.id] })
  await post(`stock-locations/${place.id}/fulfillment-providers`, { add: ['manual_manual'] })
  const { stock_location: shipped } = await post<'stock_location'>(
    `stock-locations/${place.id}/fulfillment-sets?fields=fulfillment_sets.id`,
    { name: 'Shipping', type: 'shipping' },
  )
  const { fulfillment_set: served } = await post<'fulfillment_set'>(
    `fulfillment-sets/${shipped.fulfillment_sets![0]!.id}/service-zones?fields=service_zones.id`,
    { name: 'Germany', geo_zones: [{ type: 'country', country_code: 'de' }] },
  )
  await post('shipping-options', {
    name: 'Standard Shipping',
    service_zone_id: served.service_zones![0]!.id,
    shipping_profile_id: profile.id,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Standard', description: 'Within days', code: 'standard' },
    prices: [{ currency_code: 'eur', amount: 5 }],
    rules: [],
  })
  const { product } = await post<'product'>('products', {
    title: 'Reader',
    status: 'published',
    shipping_profile_id: profile.id,
    sales_channels: [{ id: channel.id }],
    options: [{ title: 'Format', values: ['Paper'] }],
    variants: [
      {
        title: 'Paper',
        options: { Format: 'Paper' },
        manage_inventory: false,
        prices: [{ currency_code: 'eur', amount: 9.99 }],
      },
    ],
  })
  return { publishableKey: publishableKey!, regionId: region.id, variantId: product.variants![0]!.id }
}

interface Row {
  readonly id: string
  readonly token?: string
  readonly fulfillment_sets?: readonly Row[]
  readonly service_zones?: readonly Row[]
  readonly variants?: readonly Row[]
}
