import { parseArgs } from 'node:util'
import { createUsers } from '@/modules/users/users.service'
import { createPasswords } from '@/security/passwords'
import { asTypedHere } from '@/main/as-typed-here'
import { tell } from '@/main/tell'
import { runCommand } from './run-command'
import { UsageError } from './usage-error'
import { userCommands } from './user-commands'
import { withDatabase } from './with-database'

const usage = `Usage:
  npm run users -- list
  npm run users -- add <email> --name <name> --role <role>
  npm run users -- role <email> <role>
  npm run users -- password <email>
  npm run users -- remove <email>

A role is owner, manager or cashier. A password is asked for, or read as one line from
standard input. A new role or password, or a removal, ends the account's sessions at once.`

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
    tell(asTypedHere(usage))
    return
  }
  const command = userCommands.get(name)
  if (!command) {
    throw new UsageError(name ? `There is no command "${name}".` : 'Which command?')
  }
  // Read before anything is opened: a typing mistake is told at once.
  const run = command(args, values)
  await withDatabase(async ({ pool }) => {
    const passwords = createPasswords()
    try {
      tell(await run(createUsers({ pool, passwords })))
    } finally {
      await passwords.close()
    }
  })
})
