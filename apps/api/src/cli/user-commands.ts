import { allowedRoles, roleName, type SessionUser } from '@stockie/contracts'
import { AppError } from '@/errors'
import type { Users } from '@/modules/users/users.service'
import { formatTable } from './format-table'
import { readEmail, readName, readRole } from './read-account'
import { readPassword } from './read-password'
import { UsageError } from './usage-error'

type Options = { name?: string | undefined; role?: string | undefined }
/** Reads its arguments, then waits for the accounts; the sentence it comes back with is printed. */
type Command = (args: string[], options: Options) => (users: Users) => Promise<string>

const list: Command = (args) => {
  expectNoMore(args)
  return async (users) => {
    const rows = await users.list()
    if (rows.length === 0) return 'There are no accounts yet.'
    const cells = rows.map(({ email, name, role }) => [email, name, nameOf(role)])
    return formatTable([['E-mail', 'Name', 'Role'], ...cells])
  }
}

const add: Command = ([email, ...rest], options) => {
  expectNoMore(rest)
  const account = {
    email: readEmail(email),
    name: readName(options.name),
    role: readRole(options.role),
  }
  return async (users) => {
    const taken = (await users.list()).some((one) => one.email === account.email.toLowerCase())
    // Before anybody has thought of a password for it.
    if (taken) throw new AppError('conflict', `There is an account of ${account.email} already.`)
    const added = await users.add({ ...account, password: await readPassword() })
    return `Added ${describe(added)}.`
  }
}

const role: Command = ([given, newRole, ...rest]) => {
  expectNoMore(rest)
  const email = readEmail(given)
  const number = readRole(newRole)
  return async (users) => `Now ${describe(await users.changeRole(email, number))}.`
}

const password: Command = ([given, ...rest]) => {
  expectNoMore(rest)
  const email = readEmail(given)
  return async (users) => {
    await users.find(email)
    const changed = await users.setPassword(email, await readPassword())
    return `Changed the password of ${describe(changed)}.`
  }
}

const remove: Command = ([given, ...rest]) => {
  expectNoMore(rest)
  const email = readEmail(given)
  return async (users) => `Removed ${describe(await users.remove(email))}.`
}

export const userCommands: ReadonlyMap<string, Command> = new Map(
  Object.entries({ list, add, role, password, remove }),
)

/** A password given as an argument would end here, and is not repeated. */
function expectNoMore(args: string[]): void {
  if (args.length > 0) throw new UsageError('There are more arguments than this command takes.')
}

/** A role that is none is somebody who may sign in and see nothing. */
function nameOf(number: number): string {
  return allowedRoles.includes(number) ? roleName(number) : 'allowed nowhere'
}

function describe({ email, name, role: number }: SessionUser): string {
  return `${name} <${email}>, ${nameOf(number)}`
}
