/** Characters of a name and of a description in staff forms; the contract's own limits. */
export const NAME_MAX = 120;
export const DESCRIPTION_MAX = 5000;
/** The highest order the database holds. */
export const ORDER_MAX = 2_147_483_647;
