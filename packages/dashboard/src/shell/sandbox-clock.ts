import type { SandboxClock as Clock } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { LightElement } from '../parts/light-element.ts'
import { LoadController } from '../parts/load-controller.ts'
import type { Context } from './context.ts'

/** The billing clock of the sandbox, shown as a button. Pressing the button fires `move-clock`. */
export class SandboxClock extends LightElement {
  static override readonly properties = { context: { attribute: false }, moves: { attribute: false } }

  declare context: Context
  /** How often this page has moved the clock. */
  declare moves: number

  readonly #clock = new LoadController<Clock>(
    this,
    () => `${this.context.organization.id} ${this.moves}`,
    (signal) => this.context.client.findSandboxClock({ signal }),
  )

  override render(): TemplateResult {
    const { say, format } = this.context
    const { value } = this.#clock
    return html`<button type="button" class="button quiet" @click=${() => this.dispatchEvent(new Event('move-clock'))}>
      ${say('clock.title')}
      ${value === undefined ? nothing : html`<span class="strong">${format.day(value.now)}</span>`}
    </button>`
  }
}
