import type { Checkout } from '@billing-checkout/contract'
import type { LazyParts } from '../../views/lazy-parts.ts'
import type { WalletKind } from '../../wallets/wallet-kinds.ts'

/** What there is to choose from. */
export interface ChoiceOptions {
  readonly parts: LazyParts
  readonly checkout: () => Checkout | null
  /** It has been found out which wallets there are. */
  readonly onFound: () => void
}

/** What the shopper has chosen and ticked at one checkout, outside the card frame. */
export class ShopperChoice {
  /** Whether the box of the consent is ticked, and whether it was missed when paying. */
  consent: { readonly isTicked: boolean; readonly isMissing: boolean } = { isTicked: false, isMissing: false }
  readonly #options: ChoiceOptions
  #chosen: string | null | undefined

  constructor(options: ChoiceOptions) {
    this.#options = options
  }

  /** The chosen saved method's id or wallet's kind, else what is offered first; null means a new card, empty that there is nothing. */
  get method(): string | null {
    const checkout = this.#options.checkout()
    if (this.#chosen !== undefined || !checkout) return this.#chosen ?? null
    const { parts } = this.#options
    const saved = checkout.payment_methods[0] && parts.methods()?.firstMethod(checkout)
    return saved ?? (checkout.method_kinds[0] === 'CARD' ? null : (this.kinds?.[0] ?? ''))
  }

  /** The wallets that can be paid with; null while that is being found out. */
  get kinds(): readonly WalletKind[] | null {
    const checkout = this.#options.checkout()
    if (!checkout || `${checkout.method_kinds}${checkout.wallet_frames}` === 'CARD' || !checkout.needs_method) return []
    return this.#options.parts.methods()?.availableKinds(checkout, this.#options.onFound) ?? null
  }

  /** The chosen wallet, if it is one that is chosen. */
  get wallet(): WalletKind | null {
    return this.kinds?.find((kind) => kind === this.method) ?? null
  }

  /** Id of the chosen saved method, if it is one that is chosen. */
  get savedMethod(): string | null {
    return this.wallet === null ? this.method : null
  }

  /** Whether it is a card that is chosen, new or saved. */
  get usesCard(): boolean {
    const saved = this.#options.checkout()?.payment_methods.find(({ id }) => id === this.method)
    return this.wallet === null && (saved?.type ?? 'CARD') === 'CARD'
  }

  /** Whether a new card has to be typed. */
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

  /** Whether a box that has to be ticked is not; it is then marked. */
  misses({ consent }: Checkout): boolean {
    const isMissing = consent.checkbox_required && !this.consent.isTicked
    if (isMissing) this.consent = { isTicked: false, isMissing }
    return isMissing
  }

  /** Another session: nothing is chosen or ticked. */
  reset(): void {
    this.#chosen = undefined
    this.consent = { isTicked: false, isMissing: false }
  }
}
