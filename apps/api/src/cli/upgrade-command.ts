import { parseArgs } from 'node:util'
import { print } from '#src/server/console'
import { runCommand } from './command'
import { withMigratedDatabase } from './database-access'

const usage = `Usage:
  stockie upgrade   migrates the database to this version, after a verified backup of the shop

Docker Compose runs it as the service upgrade before the app starts: only this service and the service
backup may write to the backup folder. Without Docker Compose, npm start does the same.`

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) return print(usage)
  await withMigratedDatabase(async () => print('The database has the schema of this version.'))
})
