/** The roles that may use Stockie. A user with another role can sign in, but has no access. */
export const allowedRoles: readonly number[] = [1, 2, 3]

/** Only this role sees all deleted records. At least one account must always have it. */
export const ownerRole = 1

/** Owners and managers: they import files, and buy. */
export const managementRoles: readonly number[] = [ownerRole, 2]

const roleNames = new Map([
  [ownerRole, 'Owner'],
  [2, 'Manager'],
  [3, 'Cashier'],
])

export function roleName(role: number): string {
  return roleNames.get(role) ?? `Role ${role}`
}
