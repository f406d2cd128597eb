import type { FoundRate, TaxCalculator } from '../../packages/server/src/taxes/tax-calculator.ts'

/** A tax calculator with a script; `asked` counts the questions. */
export interface ScriptedCalculator extends TaxCalculator {
  rate: string
  isDown: boolean
  asked: number
}

/** A calculator that charges the same everywhere, and can be told to charge something else or to break. */
export const aScriptedCalculator = (): ScriptedCalculator => ({
  rate: '0.19',
  isDown: false,
  asked: 0,
  rateAt() {
    this.asked += 1
    if (this.isDown) return Promise.reject(new Error('The calculator is being repaired.'))
    const rate: FoundRate = { kind: 'rate', rate: this.rate, provider: { id: 'test', type: 'script' }, asks: [] }
    return Promise.resolve(rate)
  },
})

/** Where the organizations of these tests collect tax. */
export const registrations = [
  { country: 'DE', region: null, behavior: 'exclusive' },
  { country: 'JP', region: null, behavior: 'inclusive' },
  { country: 'KW', region: null, behavior: 'exclusive' },
  { country: 'FR', region: null, behavior: 'inclusive' },
]
