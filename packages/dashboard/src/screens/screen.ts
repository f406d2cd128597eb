import type { PropertyValues } from 'lit'
import { LightElement } from '../parts/light-element.ts'
import type { ScreenLocation } from '../places/screen-location.ts'
import type { Context } from '../shell/context.ts'

/** A screen of the dashboard. */
export abstract class Screen extends LightElement {
  static override readonly properties: Record<string, object> = {
    context: { attribute: false },
    place: { attribute: false },
  }

  declare context: Context
  declare place: ScreenLocation

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('place')) this.#showFilters()
    const { say, organization } = this.context
    document.title = `${this.querySelector('h1')?.textContent?.trim() ?? ''} · ${organization.name} · ${say('app.name')}`
  }

  /**
   * Sets the filter fields to the filters in the address. After the back button, the fields would otherwise still show the last typed text.
   */
  #showFilters(): void {
    for (const field of this.querySelector<HTMLFormElement>('form.filters')?.elements ?? [])
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = this.place.query[field.name] ?? ''
  }
}
