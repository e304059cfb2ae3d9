/** An IPv4 address of this machine that other machines see, or undefined if it has none. */
export const ownAddress: string | undefined
