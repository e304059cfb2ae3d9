import type { RowBuffer } from './bulk-load/row-buffer'

/** The password of every seeded account. */
export const seedPassword = 'stockie-demo'

/** The user ids of the accounts below, the same in every profile. */
export const owner = 1
export const manager = 2
export const cashier = 3

/** Each hash is bcrypt of the password at cost 12. The salts are fixed, so that seeds are reproducible. */
export const seedAccounts = [
  {
    email: 'owner@stockie.test',
    name: 'Nora Lindqvist',
    role: 1,
    hash: '$2b$12$StockieOwnerSeedSalt0uxRSiShjGuHF5/u8klx7wlW2BWLVrqIG',
  },
  {
    email: 'manager@stockie.test',
    name: 'Samuel Okafor',
    role: 2,
    hash: '$2b$12$StockieManagerSeed000uzNZ/FGprRHHHKIDh.lKI2KewQGl1JJy',
  },
  {
    email: 'cashier@stockie.test',
    name: 'Priya Raman',
    role: 3,
    hash: '$2b$12$StockieCashierSeed000um/OGm6UBwwiIfHohWCFmhJrM.W.1aEK',
  },
  {
    // Has no access: signing in with this account leads to /401.
    email: 'blocked@stockie.test',
    name: 'Tom Becker',
    role: 4,
    hash: '$2b$12$StockieBlockedSeed000uoSDvFR/v7oaCMu9T4XoZz5.ME8C4o6K',
  },
]

export function enterAccounts(buffer: RowBuffer, at: string): void {
  for (const { email, name, role, hash } of seedAccounts) {
    const row = { id: buffer.nextId('users'), email, name, role, password_hash: hash }
    buffer.rows.users.push({ ...row, created_at: at, updated_at: at })
  }
}
