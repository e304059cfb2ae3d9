/** Marks the title of a case for the long form of `npm test`, unless the short form plays this one too. */
export const longUnless = (isInShortForm: boolean) => (isInShortForm ? '' : ' @long')
