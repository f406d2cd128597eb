import type { Locale } from '@billing-checkout/domain'
import ar from './messages/ar.json' with { type: 'json' }
import bg from './messages/bg.json' with { type: 'json' }
import bn from './messages/bn.json' with { type: 'json' }
import ca from './messages/ca.json' with { type: 'json' }
import cs from './messages/cs.json' with { type: 'json' }
import da from './messages/da.json' with { type: 'json' }
import de from './messages/de.json' with { type: 'json' }
import el from './messages/el.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import enGb from './messages/en-GB.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import es419 from './messages/es-419.json' with { type: 'json' }
import et from './messages/et.json' with { type: 'json' }
import fa from './messages/fa.json' with { type: 'json' }
import fi from './messages/fi.json' with { type: 'json' }
import fil from './messages/fil.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }
import frCa from './messages/fr-CA.json' with { type: 'json' }
import he from './messages/he.json' with { type: 'json' }
import hi from './messages/hi.json' with { type: 'json' }
import hr from './messages/hr.json' with { type: 'json' }
import hu from './messages/hu.json' with { type: 'json' }
import id from './messages/id.json' with { type: 'json' }
import is from './messages/is.json' with { type: 'json' }
import it from './messages/it.json' with { type: 'json' }
import ja from './messages/ja.json' with { type: 'json' }
import ko from './messages/ko.json' with { type: 'json' }
import lt from './messages/lt.json' with { type: 'json' }
import lv from './messages/lv.json' with { type: 'json' }
import ms from './messages/ms.json' with { type: 'json' }
import nb from './messages/nb.json' with { type: 'json' }
import nl from './messages/nl.json' with { type: 'json' }
import pl from './messages/pl.json' with { type: 'json' }
import ptBr from './messages/pt-BR.json' with { type: 'json' }
import ptPt from './messages/pt-PT.json' with { type: 'json' }
import ro from './messages/ro.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import sk from './messages/sk.json' with { type: 'json' }
import sl from './messages/sl.json' with { type: 'json' }
import sr from './messages/sr.json' with { type: 'json' }
import srLatn from './messages/sr-Latn.json' with { type: 'json' }
import sv from './messages/sv.json' with { type: 'json' }
import sw from './messages/sw.json' with { type: 'json' }
import ta from './messages/ta.json' with { type: 'json' }
import th from './messages/th.json' with { type: 'json' }
import tr from './messages/tr.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }
import ur from './messages/ur.json' with { type: 'json' }
import vi from './messages/vi.json' with { type: 'json' }
import zhHk from './messages/zh-HK.json' with { type: 'json' }
import zhHans from './messages/zh-Hans.json' with { type: 'json' }
import zhHant from './messages/zh-Hant.json' with { type: 'json' }

/** The key of a message on shoppers' pages. */
export type PageMessageKey = keyof typeof en

/** All messages of the pages in one locale, as ICU texts. */
export type PageMessages = Readonly<Record<PageMessageKey, string>>

/** The messages in every locale of the checkout. A missing message is a type error. */
export const pageMessages: Readonly<Record<Locale, PageMessages>> = {
  en,
  ar,
  bg,
  bn,
  ca,
  cs,
  da,
  de,
  el,
  'en-GB': enGb,
  es,
  'es-419': es419,
  et,
  fa,
  fi,
  fil,
  fr,
  'fr-CA': frCa,
  he,
  hi,
  hr,
  hu,
  id,
  is,
  it,
  ja,
  ko,
  lt,
  lv,
  ms,
  nb,
  nl,
  pl,
  'pt-BR': ptBr,
  'pt-PT': ptPt,
  ro,
  ru,
  sk,
  sl,
  sr,
  'sr-Latn': srLatn,
  sv,
  sw,
  ta,
  th,
  tr,
  uk,
  ur,
  vi,
  'zh-HK': zhHk,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
}
