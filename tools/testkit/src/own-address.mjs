import { networkInterfaces } from 'node:os'

/** An IPv4 address of this machine that other machines see, or undefined if it has none. */
export const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address
