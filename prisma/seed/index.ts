export { createRandom, type Random } from './random'
export { seedAccounts, seedPassword } from './accounts'
export { seed, type SeedOptions } from './seed'
