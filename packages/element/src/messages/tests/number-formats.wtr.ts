import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { mountCheckout } from '../../../testing/mount-checkout.ts'

const { NumberFormat } = Intl

afterEach(() => {
  Intl.NumberFormat = NumberFormat
  document.body.replaceChildren()
  sessionStorage.clear()
})

/** The number of number formats that `act` creates. Creating the first one takes a slow phone tens of milliseconds. */
const preparedBy = async (act: () => Promise<unknown>): Promise<number> => {
  let prepared = 0
  Intl.NumberFormat = new Proxy(NumberFormat, {
    construct(target, given) {
      prepared += 1
      return new target(...(given as []))
    },
  })
  await act()
  return prepared
}

test('the first view creates no number formats if nothing is counted, and a language creates them once', async () => {
  const [plain, trial] = [new FakeService(), new FakeService(aCheckout({ trial: 'free' }))]

  expect(await preparedBy(() => mountCheckout(plain))).to.equal(0)
  // The formats may be created again when a later catalogue loads.
  expect(await preparedBy(() => mountCheckout(trial))).to.be.within(1, 3)
})
