import { parseArgs } from 'node:util'
import { allowedRoles, loginInput, roleName, type SessionUser } from '@stockie/contracts'
import { z } from 'zod'
import { AppError } from '#src/errors'
import { createUsers, describeRole, type Users } from '#src/modules/users/users.service'
import { createPasswords } from '#src/security/passwords'
import { formatCommandHint, print } from '#src/server/console'
import { readArgument, runCommand, UsageError } from './command'
import { withMigratedDatabase } from './database-access'
import { formatTable } from './format'
import { readPassword } from './password-prompt'

const usage = `Usage:
  npm run users -- list
  npm run users -- add <email> --name <name> --role <role>
  npm run users -- role <email> <role>
  npm run users -- password <email>
  npm run users -- remove <email>
  npm run users -- second-factor off <email>

A role is owner, manager or cashier. The command prompts for a password, or reads one line from
standard input. A new role or password, or a removal, ends the account's sessions at once.`

type Options = { name?: string | undefined; role?: string | undefined }
/** Reads its arguments at once. The returned function does the work and returns the message to print. */
type Command = (args: string[], options: Options) => (users: Users) => Promise<string>

const list: Command = (args) => {
  expectNoMore(args)
  return async (users) => {
    const rows = await users.list()
    if (rows.length === 0) return 'There are no accounts yet.'
    const cells = rows.map(({ email, name, role }) => [email, name, describeRole(role)])
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
    const isTaken = (await users.list()).some((user) => user.email === account.email.toLowerCase())
    // Before the password prompt, so that the user does not type one in vain.
    if (isTaken) throw new AppError('conflict', `There is already an account for ${account.email}.`)
    const added = await users.add({ ...account, password: await readPassword() })
    return `Added ${describe(added)}.`
  }
}

const changeRole: Command = ([given, newRole, ...rest]) => {
  expectNoMore(rest)
  const email = readEmail(given)
  const number = readRole(newRole)
  return async (users) => `Now ${describe(await users.changeRole(email, number))}.`
}

const changePassword: Command = ([given, ...rest]) => {
  expectNoMore(rest)
  const email = readEmail(given)
  return async (users) => {
    await users.find({ email })
    const changed = await users.setPassword(email, await readPassword())
    return `Changed the password of ${describe(changed)}.`
  }
}

const remove: Command = ([given, ...rest]) => {
  expectNoMore(rest)
  const email = readEmail(given)
  return async (users) => `Removed ${describe(await users.remove({ email }))}.`
}

const secondFactor: Command = ([state, given, ...rest]) => {
  expectNoMore(rest)
  if (state !== 'off') throw new UsageError('A second factor can only be turned off.')
  const email = readEmail(given)
  return async (users) => {
    const user = await users.turnOffSecondFactor({ email })
    return `${describe(user)}, signs in without a second factor.`
  }
}

const userCommands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    list,
    add,
    role: changeRole,
    password: changePassword,
    remove,
    'second-factor': secondFactor,
  }),
)

/** A password that was given as an argument ends up here, so the message does not repeat the arguments. */
function expectNoMore(args: string[]): void {
  if (args.length > 0) throw new UsageError('There are too many arguments.')
}

function describe({ email, name, role: number }: SessionUser): string {
  return `${name} <${email}>, ${describeRole(number)}`
}

const nameSchema = z
  .string()
  .trim()
  .min(1, 'A name is required: --name "Nora Lindqvist"')
  .max(200, 'A name has at most 200 characters')

const roles = new Map(allowedRoles.map((role) => [roleName(role).toLowerCase(), role]))

function readEmail(given: string | undefined): string {
  if (!given) throw new UsageError('Name the e-mail of the account.')
  return readArgument(loginInput.shape.email, given)
}

function readName(given: string | undefined): string {
  return readArgument(nameSchema, given ?? '')
}

function readRole(given: string | undefined): number {
  const role = roles.get(given?.toLowerCase() ?? '')
  if (!role) throw new UsageError('A role is owner, manager or cashier.')
  return role
}

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      role: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [name = '', ...args] = positionals
  if (values.help || name === 'help') {
    print(formatCommandHint(usage))
    return
  }
  const command = userCommands.get(name)
  if (!command) {
    throw new UsageError(name ? `There is no command "${name}".` : 'Name a command.')
  }
  // Reads the arguments before the database is opened, so that a typing mistake is reported at once.
  const run = command(args, values)
  await withMigratedDatabase(async ({ pool }) => {
    const passwords = createPasswords()
    try {
      print(await run(createUsers({ pool, passwords })))
    } finally {
      await passwords.close()
    }
  })
})
