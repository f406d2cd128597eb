import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { hasPlatformSheet } from '../platform-sheet.ts'

const page = window as { ApplePaySession?: { canMakePayments: () => boolean } }

afterEach(() => {
  delete page.ApplePaySession
})

for (const canPay of [true, false])
  test(`Safari says itself whether there is Apple Pay (${canPay}), and nothing of other wallets`, async () => {
    page.ApplePaySession = { canMakePayments: () => canPay }

    expect(await hasPlatformSheet('APPLE_PAY')).to.equal(canPay)
    expect(await hasPlatformSheet('PAYPAL')).to.equal(false)
  })
