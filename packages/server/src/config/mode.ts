/** Whether money is play money: a sandbox server never moves any, a live server always does (decisions 13). */
export type Mode = 'sandbox' | 'live'
