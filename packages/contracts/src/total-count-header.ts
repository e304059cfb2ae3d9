/** The header of a paged list that says how many rows there are on all pages. */
export const totalCountHeader = 'X-Total-Count'
