import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

test('a copied command contains the name of the key’s variable, and no key', () => {
  expect(curlCommand('https://pay.example', { method: 'GET', path: '/payments?page=1' })).toBe(
    `curl 'https://pay.example/payments?page=1' \\
  -H "Authorization: Bearer $BILLING_API_KEY" \\
  -H 'X-API-Version: 1.0.0'`,
  )
})

test('a shell treats a shopper’s text as text', () => {
  const name = `'; touch stolen; echo "$(id)" '\\''`
  const command = curlCommand('https://pay.example', { method: 'POST', path: '/customers', body: { full_name: name } })

  const printed = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], {
    encoding: 'utf8',
    env: { BILLING_API_KEY: 'sk' },
  })

  expect(printed).toContain(JSON.stringify({ full_name: name }))
  expect(printed).toContain('Authorization: Bearer sk\n')
})
