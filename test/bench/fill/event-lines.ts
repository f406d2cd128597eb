import { cardText, idOf, line, spread, timeText, type TableToFill } from './shop.ts'

/** Rows for events; their objects are about as long as a payment. */
export const events: TableToFill = {
  table: 'events',
  columns: 'organization_id, id, type, object, who, what, created_at, recorded_at',
  lineOf: (shop) => {
    const momentOf = spread(shop.now, shop.events, monthsOfEvents)
    return (n) => {
      const at = momentOf(n)
      const time = timeText(at)
      const type = n % 3 === 0 ? 'payment.created' : 'payment.updated'
      const object = `{"object":"payment","id":"${idOf('pay', n, at)}","amount":${999 + (n % 300)},"currency_code":"EUR","payment_status":"SETTLED","payment_method":${cardText},"statement_descriptor":"LANTERN BOOKS","metadata":{}}`
      return line([shop.organizationId, idOf('evt', n, at), type, object, 'system', 'bench', time, time])
    }
  },
}

/** Months of events in addition to the current one. */
const monthsOfEvents = 29
