export { seedAccounts, seedPassword } from './accounts'
export { reset } from './reset'
export { seed, type SeedOptions } from './seed'
