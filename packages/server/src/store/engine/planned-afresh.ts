/**
 * A comment in statements whose best plan depends on their values: lists, of which one organization has three rows and
 * another a million. All others are planned once for each connection.
 */
export const plannedAfresh = '/* planned afresh */'
