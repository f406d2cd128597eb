import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `findCardKeys`. */
export const findCardKeysExample: OperationExample = {
  request: { params: {}, query: {} },
  answer: {
    keys: [
      {
        kty: 'RSA',
        kid: 'card-1',
        use: 'enc',
        alg: 'RSA-OAEP-256',
        n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1WlUzewbgBHod5pcM9H95GQRV3JDXboIRROSBigeC5yjU1hGzHHyXss8UDprecbAYxknTcQkhslANGRUZmdTOQ5qTRsLAt6BTYuyvVRdhS8exSZEy_c4gs_7svlJJQ4H9_NxsiIoLwAEk7-Q3UXERGYw_75IDrGA84-lA_-Ct4eTlXHBIY2EaV7t7LjJaynVJCpkv4LKjTTAumiGUIuQhrNhZLuF_RJLqHpM2kgWFLU7-VTdL1VbC2tejvcI2BlMkEpk1BzBZI0KQB0GaDWFLN-aEAw3vRw',
        e: 'AQAB',
      },
    ],
  },
}
