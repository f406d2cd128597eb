import { BillingErrorEvent } from '../checkout/state/events.ts'

/** The sentence that this browser is too old, in the languages that most shoppers read. */
const sentences: Readonly<Record<string, string>> = {
  ar: 'هذا المتصفح قديم جدًا للدفع. يُرجى تحديثه أو استخدام متصفح آخر.',
  de: 'Dieser Browser ist zu alt, um zu bezahlen. Bitte aktualisieren Sie ihn oder nehmen Sie einen anderen.',
  en: 'This browser is too old to pay with. Please update it, or use another one.',
  es: 'Este navegador es demasiado antiguo para pagar. Actualícelo o use otro.',
  fr: 'Ce navigateur est trop ancien pour payer. Mettez-le à jour ou utilisez-en un autre.',
  it: 'Questo browser è troppo vecchio per pagare. Aggiornalo o usane un altro.',
  ja: 'このブラウザーは古いため、お支払いできません。更新するか、別のブラウザーをお使いください。',
  nl: 'Deze browser is te oud om mee te betalen. Werk hem bij of gebruik een andere.',
  pl: 'Ta przeglądarka jest za stara, aby zapłacić. Zaktualizuj ją lub użyj innej.',
  pt: 'Este navegador é antigo demais para pagar. Atualize-o ou use outro.',
  zh: '此浏览器版本过旧，无法付款。请更新，或使用其他浏览器。',
}

interface Merchant {
  readonly support_email: string | null
  readonly cancel_url: string | null
}

/** Replaces the element in an unsupported browser. The class only calls functions that browsers have had for years. */
class UnsupportedCheckout extends HTMLElement {
  connectedCallback(): void {
    if (this.firstChild && this.querySelector('.unsupported')) return
    const sessionId = this.getAttribute('session-id') ?? ''
    const message = 'This browser lacks functions that the checkout calls.'
    this.dispatchEvent(new BillingErrorEvent(sessionId, 'unsupported_browser', message, null))
    for (const child of Array.from(this.children)) (child as HTMLElement).hidden = child.slot !== 'unsupported'
    if (this.querySelector('[slot=unsupported]')) return
    const lang = (this.closest('[lang]')?.getAttribute('lang') ?? navigator.language).slice(0, 2).toLowerCase()
    const box = document.createElement('p')
    box.className = 'unsupported'
    box.setAttribute('role', 'alert')
    box.lang = lang in sentences ? lang : 'en'
    box.textContent = sentences[box.lang] ?? ''
    this.appendChild(box)
    void this.#showMerchant(box, sessionId)
  }

  async #showMerchant(box: Element, sessionId: string): Promise<void> {
    try {
      const server = (this.getAttribute('server') ?? new URL(import.meta.url).origin).replace(/\/+$/, '')
      const answer = await fetch(`${server}/checkout/${encodeURIComponent(sessionId)}`, { credentials: 'omit' })
      const { merchant } = (await answer.json()) as { readonly merchant: Merchant }
      const { support_email: email, cancel_url: url } = merchant
      for (const [words, href] of [
        [email, `mailto:${email}`],
        [url, url],
      ] as const) {
        if (!words || !href || !/^(mailto|https?):/.test(href)) continue
        const link = document.createElement('a')
        link.href = href
        link.textContent = words
        box.append(' ', link)
      }
    } catch {
      // If the merchant's links cannot be loaded, only the sentence is shown.
    }
  }
}

customElements.define('billing-checkout', UnsupportedCheckout)
