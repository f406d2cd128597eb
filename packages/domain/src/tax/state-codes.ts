const codesByName = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(', ').map((pair) => {
      const [code = '', name = ''] = pair.split(' = ')
      return [name.toUpperCase(), code] as const
    }),
  )

/**
 * Codes of states and provinces by their names in capitals, for countries where shoppers write names and tax depends on the
 * state.
 */
export const stateCodes: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  CA: codesByName(
    'AB = Alberta, BC = British Columbia, MB = Manitoba, NB = New Brunswick, NL = Newfoundland and Labrador, ' +
      'NS = Nova Scotia, NT = Northwest Territories, NU = Nunavut, ON = Ontario, PE = Prince Edward Island, ' +
      'QC = Quebec, QC = Québec, SK = Saskatchewan, YT = Yukon',
  ),
  US: codesByName(
    'AL = Alabama, AK = Alaska, AZ = Arizona, AR = Arkansas, CA = California, CO = Colorado, CT = Connecticut, ' +
      'DC = District of Columbia, DE = Delaware, FL = Florida, GA = Georgia, HI = Hawaii, ID = Idaho, IL = Illinois, ' +
      'IN = Indiana, IA = Iowa, KS = Kansas, KY = Kentucky, LA = Louisiana, ME = Maine, MD = Maryland, ' +
      'MA = Massachusetts, MI = Michigan, MN = Minnesota, MS = Mississippi, MO = Missouri, MT = Montana, ' +
      'NE = Nebraska, NV = Nevada, NH = New Hampshire, NJ = New Jersey, NM = New Mexico, NY = New York, ' +
      'NC = North Carolina, ND = North Dakota, OH = Ohio, OK = Oklahoma, OR = Oregon, PA = Pennsylvania, ' +
      'RI = Rhode Island, SC = South Carolina, SD = South Dakota, TN = Tennessee, TX = Texas, UT = Utah, ' +
      'VT = Vermont, VA = Virginia, WA = Washington, WV = West Virginia, WI = Wisconsin, WY = Wyoming, PR = Puerto Rico',
  ),
}
