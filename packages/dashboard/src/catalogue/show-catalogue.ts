import { html, render } from 'lit'
import { FormDialog } from '../parts/form-dialog.ts'
import { drawCatalogue } from './catalogue.ts'

customElements.define('form-dialog', FormDialog)

const root = document.documentElement
const scheme = (event: Event): void => void (root.style.colorScheme = (event.target as HTMLSelectElement).value)
const direction = (event: Event): void => void (root.dir = (event.target as HTMLSelectElement).value)

render(
  html`<header class="heading">
      <h1>Parts</h1>
      <div class="buttons">
        <label>
          Colours
          <select @change=${scheme}>
            <option value="light dark">as the system</option>
            <option>light</option>
            <option>dark</option>
          </select>
        </label>
        <label>
          Direction
          <select @change=${direction}>
            <option>ltr</option>
            <option>rtl</option>
          </select>
        </label>
      </div>
    </header>
    ${drawCatalogue()}`,
  document.querySelector('main') as HTMLElement,
)
