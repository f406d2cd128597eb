import type { Checkout } from '@billing-checkout/contract'
import type { Lazy, LazyPart } from '../../drawing/lazy-part.ts'
import type { WalletKind } from '../requests/transport.ts'
import type { firstMethod } from './chosen-method.ts'

/** What the choice looks up in the chunk of the method list. */
interface MethodPart extends LazyPart {
  readonly firstMethod: typeof firstMethod
  readonly availableKinds: (checkout: Checkout, onFound: () => void) => readonly WalletKind[] | null
}

/** What the choice depends on. */
export interface ChoiceOptions {
  readonly parts: { readonly methods: Lazy<MethodPart> }
  readonly checkout: () => Checkout | null
  /** Called once we know which wallets the browser has. */
  readonly onFound: () => void
}

/** The shopper's choices at one checkout, outside of the card frame. */
export class ShopperChoice {
  /** Whether the consent checkbox is ticked, and whether the shopper tried to pay without it. */
  consent: { readonly isTicked: boolean; readonly isMissing: boolean } = { isTicked: false, isMissing: false }
  readonly #options: ChoiceOptions
  #chosen: string | null | undefined

  constructor(options: ChoiceOptions) {
    this.#options = options
  }

  /**
   * The id of the chosen saved method or the kind of the chosen wallet; without a choice, the first one on offer. Null
   * means a new card, the empty string that nothing can be chosen.
   */
  get method(): string | null {
    const checkout = this.#options.checkout()
    if (this.#chosen !== undefined || !checkout) return this.#chosen ?? null
    const { parts } = this.#options
    const saved = checkout.payment_methods[0] && parts.methods()?.firstMethod(checkout)
    return saved ?? (checkout.method_kinds[0] === 'CARD' ? null : (this.kinds?.[0] ?? ''))
  }

  /** The available wallets; null until we know. */
  get kinds(): readonly WalletKind[] | null {
    const checkout = this.#options.checkout()
    if (!checkout || `${checkout.method_kinds}${checkout.wallet_frames}` === 'CARD' || !checkout.needs_method) return []
    return this.#options.parts.methods()?.availableKinds(checkout, this.#options.onFound) ?? null
  }

  /** The chosen wallet; null if another method is chosen. */
  get wallet(): WalletKind | null {
    return this.kinds?.find((kind) => kind === this.method) ?? null
  }

  /** The id of the chosen saved method; null if another method is chosen. */
  get savedMethod(): string | null {
    return this.wallet === null ? this.method : null
  }

  /** Whether the chosen method is a card, new or saved. */
  get usesCard(): boolean {
    const saved = this.#options.checkout()?.payment_methods.find(({ id }) => id === this.method)
    return this.wallet === null && (saved?.type ?? 'CARD') === 'CARD'
  }

  /** Whether the shopper has to type a new card. */
  get isCard(): boolean {
    const checkout = this.#options.checkout()
    return this.method === null && (!checkout || checkout.needs_method)
  }

  choose(method: string | null): void {
    this.#chosen = method
  }

  tick(isTicked: boolean): void {
    this.consent = { isTicked, isMissing: this.consent.isMissing && !isTicked }
  }

  /** Whether the required checkbox is not ticked; if so, it is marked. */
  misses({ consent }: Checkout): boolean {
    const isMissing = consent.checkbox_required && !this.consent.isTicked
    if (isMissing) this.consent = { isTicked: false, isMissing }
    return isMissing
  }

  /** Clears all choices for another session. */
  reset(): void {
    this.#chosen = undefined
    this.consent = { isTicked: false, isMissing: false }
  }
}
