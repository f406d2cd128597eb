import { measureShoppers, shoppersAtATime } from './shoppers/measure-shoppers.ts'

// `npm run bench:shoppers` prints how many whole sales to new shoppers one server makes, and how many queries to PostgreSQL each sale
// causes. `SALES` is the number of sales.
const sales = Number(process.env['SALES'] ?? 600)
console.log(
  `\n${sales} whole sales with sealed cards, ${shoppersAtATime} at a time, one server on PostgreSQL, processor of 0 ms, load from the same machine`,
)
const crowds = [{ addresses: 'many' }, { addresses: 'one' }, { addresses: 'many', dashboards: 10 }] as const
for (const crowd of crowds) {
  const { perSecond, processorMillis, asked, millis, screens } = await measureShoppers(sales, crowd)
  console.log(
    `  from ${crowd.addresses === 'one' ? 'one address' : 'many addresses'}${screens > 0 ? `, ${screens} screens of open dashboards meanwhile` : ''}  ${perSecond.toFixed(1)} /s, ${processorMillis.toFixed(1)} ms of processor, ` +
      `${asked.roundTrips.toFixed(1)} round trips and ${asked.statements.toFixed(1)} statements each`,
  )
  for (const [what, median] of millis) console.log(`    ${what.padEnd(22)} ${median.toFixed(0).padStart(5)} ms`)
}
