import type { TaxBehavior } from '@billing-checkout/contract'
import { isInRegion, placeOfRegion, type TaxPlace, type TaxPlaceField, territoryAt } from './tax-place.ts'

/** A tax registration of an organization: a country or one region of it, and whether the organization's prices there include the tax. */
export interface TaxRegistration {
  readonly country: string
  readonly region: string | null
  readonly behavior: TaxBehavior
}

/** The registration that applies to a sale, and the address fields that we must know to decide it. */
export interface RegistrationMatch {
  readonly registration: TaxRegistration | null
  readonly fieldsNeeded: readonly TaxPlaceField[]
}

/**
 * The registration that applies at a place: the one for its region, else for its country, else for the country whose tax applies in the
 * place's territory. A country's registration does not cover territories outside of its tax. If an organization has no registration, no
 * field is needed.
 */
export const registrationFor = (registrations: readonly TaxRegistration[], place: TaxPlace): RegistrationMatch => {
  if (registrations.length === 0) return { registration: null, fieldsNeeded: [] }
  const { country, state } = place
  if (country === null) return { registration: null, fieldsNeeded: ['country'] }
  const all = registrations.map((registration) => ({
    registration,
    at: placeOfRegion(registration.country, registration.region),
  }))
  const covering = nationalFor(all, place)
  const regional = all.flatMap(({ registration, at }) =>
    at.country === country && at.state !== null ? [{ registration, region: at.state }] : [],
  )
  if (state === null) return { registration: covering, fieldsNeeded: regional.length > 0 ? missingFields(place) : [] }
  const here = regional.filter(({ region }) => isInRegion(country, state, region) && appliesAt(region, place))
  const nearest = here.find(({ region }) => here.every((other) => isInRegion(country, region, other.region)))
  return { registration: nearest?.registration ?? covering, fieldsNeeded: [] }
}

/** The fields that the shopper must enter if the state is unknown: the state, and the postal code if it contradicted the state. */
export const missingFields = ({ faults }: TaxPlace): readonly TaxPlaceField[] =>
  faults?.length === 2 ? faults : ['state']

interface Placed {
  readonly registration: TaxRegistration
  readonly at: { readonly country: string; readonly state: string | null }
}

/** The registration of a whole country, if the tax of that country applies at the place. */
const nationalFor = (all: readonly Placed[], place: TaxPlace): TaxRegistration | null => {
  const ofCountry = (country: string | null) =>
    all.find(({ at }) => at.country === country && at.state === null)?.registration ?? null
  const territory = territoryAt(place)
  if (territory === undefined) return ofCountry(place.country)
  const own = territory.country === null ? null : ofCountry(territory.country)
  return own ?? (territory.vat === 'inside' ? ofCountry(territory.of) : null)
}

/**
 * Whether the registration of a region applies at a place. If the place is a territory outside of the country's tax, the registration of a
 * larger region does not apply there.
 */
const appliesAt = (region: string, place: TaxPlace): boolean => {
  const territory = territoryAt(place)
  if (territory === undefined || territory.vat === 'inside' || territory.region === null) return true
  return isInRegion(territory.of, region, territory.region)
}
