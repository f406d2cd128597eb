import { createShop } from './create-shop.ts'

const billing = process.env['BILLING_URL'] ?? 'http://localhost:4242'
const port = Number(process.env['PORT'] ?? 8000)

const shop = await createShop(billing)
shop.listen(port, 'localhost', () => console.log(`The shop is at http://localhost:${port}/?session=…`))
