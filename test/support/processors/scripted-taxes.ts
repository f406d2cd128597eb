import type { TaxRateResult, TaxCalculator } from '#server/taxes/tax-calculator.ts'

/** A tax calculator with a script; `asked` counts its queries. */
export interface ScriptedCalculator extends TaxCalculator {
  rate: string
  isDown: boolean
  asked: number
  /** What the next query waits for before it is answered. */
  hold: Promise<unknown> | undefined
}

/** A calculator with the same rate everywhere, which a test can change or make fail. */
export const aScriptedCalculator = (): ScriptedCalculator => ({
  rate: '0.19',
  isDown: false,
  asked: 0,
  hold: undefined,
  async rateAt() {
    this.asked += 1
    if (this.isDown) throw new Error('The calculator is being repaired.')
    const { hold, rate } = this
    this.hold = undefined
    await hold
    return { kind: 'rate', rate, provider: { id: 'test', type: 'script' }, asks: [] } satisfies TaxRateResult
  },
})

/** The places in which the organizations of these tests collect tax. */
export const registrations = [
  { country: 'DE', region: null, behavior: 'exclusive' },
  { country: 'JP', region: null, behavior: 'inclusive' },
  { country: 'KW', region: null, behavior: 'exclusive' },
  { country: 'FR', region: null, behavior: 'inclusive' },
]
