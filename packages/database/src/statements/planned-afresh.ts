/**
 * A comment in statements whose best plan depends on their values: one organization may have three rows and another a million. All other
 * statements are planned once for each connection.
 */
export const plannedAfresh = '/* planned afresh */'
