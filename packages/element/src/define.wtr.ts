import { expect, test } from '../../../test/support/pages/component-test.ts'
import { until } from '../testing/mount-checkout.ts'

test('a developer is told that another class has the tag, and the page goes on', async () => {
  customElements.define('billing-checkout', class extends HTMLElement {})
  const { error } = console
  const lines: string[] = []
  console.error = (line: string) => void lines.push(line)
  try {
    await import('./define.ts')
    await until(() => lines.length > 0)
  } finally {
    console.error = error
  }

  expect(lines[0]).to.contain('belongs to another class')
})
