import type { TaxBehavior } from '@billing-checkout/contract'
import { stateCodeOf, type TaxPlace, type TaxPlaceField } from './tax-place.ts'

/** Where an organization collects tax: a country or one region of it, and whether its prices contain the tax there. */
export interface TaxRegistration {
  readonly country: string
  readonly region: string | null
  readonly behavior: TaxBehavior
}

/** The registration that a sale falls under, and the unknown parts of the place on which that depends. */
export interface FoundRegistration {
  readonly registration: TaxRegistration | null
  readonly asks: readonly TaxPlaceField[]
}

/** The registration for a place: its region's, else its country's. An organization that is registered nowhere asks nothing. */
export const registrationFor = (registrations: readonly TaxRegistration[], place: TaxPlace): FoundRegistration => {
  if (registrations.length === 0) return { registration: null, asks: [] }
  if (place.country === null) return { registration: null, asks: ['country'] }
  const inCountry = registrations.filter(({ country }) => country === place.country)
  const national = inCountry.find(({ region }) => region === null) ?? null
  const regional = inCountry.filter(isRegional)
  if (place.state === null) return { registration: national, asks: regional.length > 0 ? ['state'] : [] }
  return {
    registration: regional.find(({ country, region }) => stateCodeOf(country, region) === place.state) ?? national,
    asks: [],
  }
}

const isRegional = (registration: TaxRegistration): registration is TaxRegistration & { readonly region: string } =>
  registration.region !== null
