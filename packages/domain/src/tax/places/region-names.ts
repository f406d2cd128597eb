/**
 * Names and abbreviations of regions that shoppers type instead of the local names of ISO 3166-2, as `code: name, name`. Source: CLDR 48
 * (English names of subdivisions), and the usual abbreviations of the postal services. Checked on 2026-11-26.
 */
export const regionNames: Readonly<Record<string, string>> = {
  AT: '2: Carinthia; 3: Lower Austria, NÖ; 4: Upper Austria, OÖ; 6: Styria, Stmk; 7: Tyrol; 8: Vlbg; 9: Vienna',
  AU:
    'ACT: Canberra; NSW: N.S.W.; NT: Northern Territory; QLD: Qld; SA: South Australia; TAS: Tas; VIC: Vic; ' +
    'WA: West Australia',
  CA:
    'AB: Alta; BC: Colombie-Britannique, B.C.; MB: Man; NB: Nouveau-Brunswick; ' +
    'NL: NF, Nfld, Newfoundland, Labrador, Terre-Neuve-et-Labrador, Terre-Neuve; NS: Nouvelle-Écosse; ' +
    'NT: NWT, Territoires du Nord-Ouest; NU: Nvt; ON: Ont; PE: PEI, Île-du-Prince-Édouard; ' +
    'QC: PQ, Que, Québec; SK: Sask; YT: YK, Yukon Territory, Territoire du Yukon',
  DE:
    'BW: Baden-Wuerttemberg, Württemberg; BY: Bavaria, Freistaat Bayern; HB: Freie Hansestadt Bremen; HE: Hesse; ' +
    'HH: Freie und Hansestadt Hamburg; MV: Mecklenburg-Western Pomerania; NI: Lower Saxony; ' +
    'NW: NRW, North Rhine-Westphalia; RP: Rhineland-Palatinate; SN: Saxony, Freistaat Sachsen; ST: Saxony-Anhalt; ' +
    'TH: Thuringia, Thueringen',
  ES:
    'A: Alacant; AN: Andalusia; AR: Aragon; AS: Asturias; BI: Biscay, Vizcaya; C: La Coruña, Coruña; ' +
    'CL: Castile and León; CM: Castile-La Mancha; CN: Islas Canarias, Canary Islands, Canaries, Canary; ' +
    'CS: Castelló; CT: Cataluña, Catalonia; GC: Las Palmas de Gran Canaria, Gran Canaria, Fuerteventura, Lanzarote; ' +
    'GI: Gerona; GA: Galiza; IB: Baleares, Islas Baleares, Balearic Islands, Balears; L: Lérida; ML: Melila; ' +
    'NC: Navarre; OR: Orense; PV: Euskadi, Basque Country; SE: Seville; SS: Guipúzcoa; ' +
    'TF: Tenerife, Santa Cruz, La Palma, La Gomera, El Hierro, S.C. Tenerife; V: València; ' +
    'VC: Comunitat Valenciana, Valencian Community; VI: Araba, Araba/Álava; Z: Saragossa',
  FR:
    '971: Guadeloupe; 972: Martinique; 973: Guyane, French Guiana; 974: Réunion, Ile de la Réunion; 976: Mayotte; ' +
    '20R: Corsica; 75C: Paris; BL: Saint Barthélemy, St Barth; BRE: Brittany; MF: Saint Martin; NOR: Normandy; ' +
    'NC: New Caledonia; PF: French Polynesia, Tahiti',
  FI: '01: Åland, Ahvenanmaa, Åland Islands, Landskapet Åland; 10: Lapland; 18: Nyland; 19: Egentliga Finland',
  GR:
    '69: Άγιο Όρος, Άγιον Όρος, Mount Athos, Athos, Agio Oros; I: Attica, Αττική; K: Βόρειο Αιγαίο, North Aegean; ' +
    'L: Νότιο Αιγαίο, South Aegean; M: Crete, Κρήτη',
  IN:
    'AR: Arunachal Pradesh; BR: Bihar; CG: CT, Chhattisgarh; DL: New Delhi, NCT of Delhi; GJ: Gujarat; HR: Haryana; ' +
    'JK: J&K; KA: Karnataka; MH: Maharashtra; OD: OR, Orissa; PY: Pondicherry, Puducherry; RJ: Rajasthan; ' +
    'TN: Tamil Nadu; TS: TG, Telangana; UK: UT, Uttarakhand, Uttaranchal; UP: Uttar Pradesh',
  IT:
    '25: Lombardy; 32: South Tyrol, Südtirol, Trentino-Südtirol; 52: Tuscany; 62: Latium; 75: Apulia; 82: Sicily; 88: Sardinia; ' +
    'RM: Rome; MI: Milan; NA: Naples; TO: Turin; VE: Venice; FI: Florence',
  MX: 'CMX: CDMX, DF, Distrito Federal, Mexico City; COA: Coahuila; MEX: Estado de México, Edomex; MIC: Michoacán; VER: Veracruz',
  NO: '21: Spitsbergen; 15: Møre; 50: Trondelag',
  PT: '20: Açores, Azores, Ilhas dos Açores; 30: Madeira, Ilha da Madeira, Porto Santo; 11: Lisbon; 13: Oporto',
  US:
    'AA: Armed Forces Americas; AE: Armed Forces Europe; AP: Armed Forces Pacific; AL: Ala; AZ: Ariz; AR: Ark; ' +
    'CA: Calif, Cal; CO: Colo; CT: Conn; DC: Washington DC, Washington D.C., D.C.; DE: Del; FL: Fla; IL: Ill; IN: Ind; ' +
    'KS: Kans; MA: Mass; MI: Mich; MN: Minn; MS: Miss; MT: Mont; NE: Nebr; NV: Nev; NM: N.Mex., N Mex; ' +
    'OK: Okla; OR: Ore, Oreg; PA: Penn, Penna; TN: Tenn; TX: Tex; VI: U.S. Virgin Islands, Virgin Islands; WA: Wash, Washington State; ' +
    'WV: W.Va.; WI: Wis, Wisc; WY: Wyo; NC: N Carolina; ND: N Dakota; SC: S Carolina; SD: S Dakota; NY: New York State',
}
