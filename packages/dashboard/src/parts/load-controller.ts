import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { explainError } from '../api/explain-error.ts'
import type { Say } from '../words/say.ts'
import { button } from './button.ts'

/** Loads the data of a screen, loads it again if its inputs change, and draws progress and failures. */
export class LoadController<Value> implements ReactiveController {
  value: Value | undefined
  error: unknown
  isLoading = false
  readonly #host: ReactiveControllerHost
  readonly #dependsOn: () => string
  readonly #load: (signal: AbortSignal) => Promise<Value>
  readonly #keepsFormer: boolean
  #loadedFor: string | null = null
  #request = new AbortController()

  /**
   * With `keepsFormer`, the old list stays visible, marked as busy, while its next page loads. Without it, the old value is removed, so
   * that the page of one object never shows another object's data.
   */
  constructor(
    host: ReactiveControllerHost,
    dependsOn: () => string,
    load: (signal: AbortSignal) => Promise<Value>,
    { keepsFormer = false }: { readonly keepsFormer?: boolean } = {},
  ) {
    this.#host = host
    this.#keepsFormer = keepsFormer
    this.#dependsOn = dependsOn
    this.#load = load
    host.addController(this)
  }

  hostUpdate(): void {
    const wanted = this.#dependsOn()
    if (wanted === this.#loadedFor) return
    this.#loadedFor = wanted
    if (!this.#keepsFormer) this.value = undefined
    void this.reload()
  }

  hostDisconnected(): void {
    this.#request.abort()
    this.#loadedFor = null
  }

  /** Loads the data again. The old value stays until the new one has loaded. */
  readonly reload = async (): Promise<void> => {
    this.#request.abort()
    const request = (this.#request = new AbortController())
    this.error = undefined
    this.isLoading = true
    this.#host.requestUpdate()
    try {
      const value = await this.#load(request.signal)
      if (request.signal.aborted) return
      this.value = value
    } catch (error) {
      if (request.signal.aborted) return
      this.error = error
    }
    this.isLoading = false
    this.#host.requestUpdate()
  }

  /** Opens a dialog. If `open` resolves with `true`, the dialog has changed the data, so the data are loaded again. */
  readonly reloadAfter = async (open: () => Promise<boolean>): Promise<void> => {
    if (await open()) await this.reload()
  }

  /** Draws the value. Until it has loaded, draws a progress line; after a failure, the error and a button to retry. */
  draw(say: Say, drawValue: (value: Value) => TemplateResult): TemplateResult {
    if (this.error !== undefined)
      return html`<div class="notice bad" role="alert">
        <p>${explainError(this.error, say)}</p>
        ${button(say('app.tryAgain'), this.reload)}
      </div>`
    const progress = this.isLoading ? html`<p class="progress" role="status">${say('app.loading')}</p>` : null
    if (this.value === undefined) return html`${progress}`
    return html`${progress}
      <div class="loaded" aria-busy=${this.isLoading ? 'true' : 'false'}>${drawValue(this.value)}</div>`
  }
}
