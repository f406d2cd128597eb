/** Where tax differs by state, the states by the codes that the rates know, with the names their own people use. */
export const states: Readonly<Record<string, string>> = {
  US:
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,' +
    'FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
    'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,' +
    'NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,' +
    'PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,' +
    'WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
  CA:
    'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NT Northwest Territories,' +
    'NS Nova Scotia,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Québec,SK Saskatchewan,YT Yukon',
}

/** The states of a country as code and name; empty where they are typed. */
export const statesOf = (country: string | null): readonly (readonly [code: string, name: string])[] =>
  (states[country ?? ''] ?? '')
    .split(',')
    .filter((state) => state !== '')
    .map((state) => [state.slice(0, 2), state.slice(3)])
