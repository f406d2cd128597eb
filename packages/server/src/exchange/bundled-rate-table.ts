import type { RateTable } from '@billing-checkout/domain'

/**
 * The value of a dollar on one day in every traded currency: the rates that laws fix, and the day's mid-market rate for all other
 * currencies, to six digits. For a sandbox only: live mode refuses a table this old and needs `RATES_FILE`. The table is our own, because
 * the package with such rates has no license.
 */
export const bundledRateTable: RateTable = {
  date: '2026-09-29',
  source: 'indicative middle rates',
  // prettier-ignore
  perUsd: {
    AED: '3.6725', AFN: '63.9813', ALL: '81.0166', AMD: '363.575', AOA: '918.337', ARS: '1525.03', AUD: '1.42475',
    AWG: '1.79', AZN: '1.70001', BAM: '1.72157', BBD: '2', BDT: '123.169', BGN: '1.72157', BHD: '0.376',
    BIF: '2999.06', BMD: '1', BND: '1.27866', BOB: '12.1629', BRL: '5.22424', BSD: '1', BTN: '96.0853', BWP: '13.6708',
    BYN: '3.02923', BZD: '2', CAD: '1.41884', CDF: '2311.5', CHF: '0.83337', CLP: '967.735', CNY: '6.70778',
    COP: '3368.96', CRC: '455.21', CUC: '1', CUP: '24.0176', CVE: '97.0625', CZK: '21.4727', DJF: '177.721',
    DKK: '6.57978', DOP: '57.7238', DZD: '133.822', EGP: '52.0502', ERN: '15', ETB: '162.818', EUR: '0.880226',
    FJD: '2.23816', FKP: '0.755389', GBP: '0.755389', GEL: '2.59767', GHS: '11.6462', GIP: '0.755389', GMD: '74.292',
    GNF: '8802.45', GTQ: '7.63579', GYD: '209.354', HKD: '7.8448', HNL: '26.8667', HTG: '130.924', HUF: '323.462',
    IDR: '18016.3', ILS: '3.07372', IMP: '0.755389', INR: '96.0853', IQD: '1310.57', IRR: '1375000', ISK: '120.564',
    JEP: '0.755389', JMD: '158.225', JOD: '0.709', JPY: '157.477', KES: '129.675', KGS: '87.4571', KHR: '4061.15',
    KMF: '433.043', KPW: '900.098', KRW: '1358.19', KWD: '0.308712', KYD: '0.831752', KZT: '441.234', LAK: '22467.3',
    LBP: '89715.6', LKR: '330.905', LRD: '172.088', LSL: '16.4401', LYD: '6.40074', MAD: '9.64797', MDL: '17.7145',
    MGA: '4389.09', MKD: '54.1531', MMK: '2099.56', MNT: '3598.99', MOP: '8.08015', MRU: '40.0824', MUR: '47.6062',
    MVR: '15.4596', MWK: '1734.83', MXN: '18.0054', MXV: '2.01519', MYR: '4.08324', MZN: '63.8305', NAD: '16.4401',
    NGN: '1326.16', NIO: '36.718', NOK: '9.54687', NPR: '153.809', NZD: '1.76734', OMR: '0.3845', PAB: '1',
    PEN: '3.41601', PGK: '4.46929', PHP: '62.5175', PKR: '277.136', PLN: '3.84931', PYG: '5884.23', QAR: '3.64',
    RON: '4.64607', RSD: '103.436', RUB: '84.5085', RWF: '1475.53', SAR: '3.75', SBD: '8.04763', SCR: '14.2628',
    SDG: '600.204', SEK: '9.98049', SGD: '1.27866', SHP: '0.755389', SLE: '22.9149', SOS: '570.567', SRD: '37.7053',
    SSP: '5712.59', STD: '21746.7', STN: '21.7467', SVC: '8.75', SYP: '13003.4', SZL: '16.4401', THB: '33.633',
    TJS: '9.23251', TMT: '3.49982', TND: '2.96929', TOP: '2.40829', TRY: '48.9955', TTD: '6.78723', TWD: '31.8526',
    TZS: '2639.59', UAH: '44.924', UGX: '3914.67', USD: '1', UYU: '40.0973', UZS: '11792.2', VES: '856.795', VND: '25947.8',
    VUV: '119.016', WST: '2.76703', XAF: '577.39', XCD: '2.7', XCG: '1.79', XOF: '577.39', XPF: '105.039', YER: '236.615',
    ZAR: '16.4401', ZMW: '19.6196',
  },
}
