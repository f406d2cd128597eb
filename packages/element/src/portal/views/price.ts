import { html, nothing } from 'lit'
import type { Rendering } from '../../drawing/view.ts'
import type { PortalSubscription } from '../state/portal-state.ts'
import type { PortalViewInput } from './portal-view.ts'

/** The price of a plan per interval. If the server states the units that the price is for, they come first. */
export const renderPrice = (
  {
    formatted_amount: amount,
    formatted_units: units,
    interval: unit,
    interval_count: count,
  }: PortalSubscription['plan'],
  texts: PortalViewInput['texts'],
): Rendering =>
  html`${units ? html`<bdi translate="no">${units}</bdi> · ` : nothing}<bdi translate="no">${amount}</bdi> ·
    ${texts.say('interval', { unit, count })}`
