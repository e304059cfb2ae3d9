export interface Account {
  name: string
  email: string
  role: string
  password: string
}

const password = 'stockie-demo'

/** The accounts of a seeded shop. */
export const accounts = {
  owner: { name: 'Nora Lindqvist', email: 'owner@stockie.test', role: 'Owner', password },
  manager: { name: 'Samuel Okafor', email: 'manager@stockie.test', role: 'Manager', password },
  cashier: { name: 'Priya Raman', email: 'cashier@stockie.test', role: 'Cashier', password },
  blocked: { name: 'Tom Becker', email: 'blocked@stockie.test', role: 'Role 4', password },
} satisfies Record<string, Account>

export type AccountName = keyof typeof accounts
