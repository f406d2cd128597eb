import { createShop } from './create-shop.ts'

const billing = process.env['BILLING_URL'] ?? 'http://localhost:4242'
const frame = process.env['BILLING_FRAME_ORIGIN'] ?? 'http://127.0.0.1:4242'
const port = Number(process.env['PORT'] ?? 8000)

const shop = await createShop(billing, frame)
shop.listen(port, 'localhost', () => console.log(`The shop is at http://localhost:${port}/?session=…`))
