/** Whether money is play money: a sandbox server never moves any, a live server always does. */
export type Mode = 'sandbox' | 'live'
