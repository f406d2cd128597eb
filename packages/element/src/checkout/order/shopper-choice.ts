import type { Checkout } from '@billing-checkout/contract'
import type { LazyLoader, LazyChunk } from '../../drawing/lazy-chunk.ts'
import type { WalletKind } from '../requests/transport.ts'
import type { defaultMethod } from './chosen-method.ts'

/** The part of the method list's chunk that the choice uses. */
interface MethodPart extends LazyChunk {
  readonly defaultMethod: typeof defaultMethod
  readonly availableKinds: (checkout: Checkout, onFound: () => void) => readonly WalletKind[] | null
}

/** The dependencies of the choice. */
export interface ChoiceOptions {
  readonly parts: { readonly methods: LazyLoader<MethodPart> }
  readonly checkout: () => Checkout | null
  /** Called once we know which wallets the browser supports. */
  readonly onFound: () => void
}

/** The shopper's choices in one checkout, except the input in the card frame. */
export class ShopperChoice {
  /** Whether the consent checkbox is ticked, and whether the shopper tried to pay without it. */
  consent: { readonly isTicked: boolean; readonly isMissing: boolean } = { isTicked: false, isMissing: false }
  readonly #options: ChoiceOptions
  #chosen: string | null | undefined

  constructor(options: ChoiceOptions) {
    this.#options = options
  }

  /**
   * The id of the chosen saved method, or the kind of the chosen wallet. If the shopper has not chosen, the first available method. Null
   * means a new card; the empty string means that no method is available, or that the wallets are not known yet.
   */
  get method(): string | null {
    const checkout = this.#options.checkout()
    if (this.#chosen !== undefined || !checkout) return this.#chosen ?? null
    const { parts } = this.#options
    const saved = checkout.payment_methods[0] && parts.methods()?.defaultMethod(checkout)
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

  /** Whether the required checkbox is not ticked. If so, it is marked as missing. */
  misses({ consent }: Checkout): boolean {
    const isMissing = consent.checkbox_required && !this.consent.isTicked
    if (isMissing) this.consent = { isTicked: false, isMissing }
    return isMissing
  }

  /** Clears all choices, because another session begins. */
  reset(): void {
    this.#chosen = undefined
    this.consent = { isTicked: false, isMissing: false }
  }
}
