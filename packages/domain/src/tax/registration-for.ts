import type { TaxBehavior } from '@billing-checkout/contract'
import { isInRegion, placeOfRegion, territoryAt, type TaxPlace, type TaxPlaceField } from './tax-place.ts'

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

/**
 * The registration for a place: its region's, else its country's, else that of the country whose tax a territory has. A registration
 * of a country does not cover the territories outside of its tax. An organization that is registered nowhere asks nothing.
 */
export const registrationFor = (registrations: readonly TaxRegistration[], place: TaxPlace): FoundRegistration => {
  if (registrations.length === 0) return { registration: null, asks: [] }
  const { country, state } = place
  if (country === null) return { registration: null, asks: ['country'] }
  const all = registrations.map((registration) => ({
    registration,
    at: placeOfRegion(registration.country, registration.region),
  }))
  const covering = nationalFor(all, place)
  const regional = all.flatMap(({ registration, at }) =>
    at.country === country && at.state !== null ? [{ registration, region: at.state }] : [],
  )
  if (state === null) return { registration: covering, asks: regional.length > 0 ? missingFields(place) : [] }
  const here = regional.filter(({ region }) => isInRegion(country, state, region) && reaches(region, place))
  const nearest = here.find(({ region }) => here.every((other) => isInRegion(country, region, other.region)))
  return { registration: nearest?.registration ?? covering, asks: [] }
}

/** What to ask for where the state is not known: also the postal code if the two contradicted each other. */
export const missingFields = ({ faults }: TaxPlace): readonly TaxPlaceField[] =>
  faults?.length === 2 ? faults : ['state']

interface Placed {
  readonly registration: TaxRegistration
  readonly at: { readonly country: string; readonly state: string | null }
}

/** The registration of the whole country, as far as its tax reaches the place. */
const nationalFor = (all: readonly Placed[], place: TaxPlace): TaxRegistration | null => {
  const inWhole = (country: string | null) =>
    all.find(({ at }) => at.country === country && at.state === null)?.registration ?? null
  const territory = territoryAt(place)
  if (territory === undefined) return inWhole(place.country)
  const own = territory.country === null ? null : inWhole(territory.country)
  return own ?? (territory.vat === 'inside' ? inWhole(territory.of) : null)
}

/** Whether the registration of a region counts at a place: that of a larger region does not in a territory outside of its tax. */
const reaches = (region: string, place: TaxPlace): boolean => {
  const territory = territoryAt(place)
  if (territory === undefined || territory.vat === 'inside' || territory.region === null) return true
  return isInRegion(territory.of, region, territory.region)
}
