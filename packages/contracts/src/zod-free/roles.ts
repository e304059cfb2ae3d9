/** The roles that may use Stockie. Any other may sign in, and is allowed nowhere. */
export const allowedRoles: readonly number[] = [1, 2, 3]

/** Who alone sees all that was deleted, and must never be nobody. */
export const ownerRole = 1

const names = new Map([
  [ownerRole, 'Owner'],
  [2, 'Manager'],
  [3, 'Cashier'],
])

export function roleName(role: number): string {
  return names.get(role) ?? `Role ${role}`
}
