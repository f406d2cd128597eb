/**
 * A comment for statements whose best plan depends on their values: a list may have three rows of one organization and a million
 * of another. All other statements are planned once for each connection.
 */
export const plannedAfresh = '/* planned afresh */'
