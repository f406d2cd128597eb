import { expect, test } from '../../../../test/support/pages/component-test.ts'
import { until } from '../../testing/mount-checkout.ts'

test('a console line names a tag that another class already defines, and the page continues', async () => {
  customElements.define('billing-checkout', class extends HTMLElement {})
  const { error } = console
  const lines: string[] = []
  console.error = (line: string) => void lines.push(line)
  try {
    await import('../define.ts')
    await until(() => lines.length > 0)
  } finally {
    console.error = error
  }

  expect(lines[0]).to.contain('belongs to another class')
})
