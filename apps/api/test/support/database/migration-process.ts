// A child process that migrates a database and prints the applied migrations.
import { migrate } from '#src/database/migrations/migrate'

migrate(process.argv[2] ?? '').then(
  (applied) => process.stdout.write(JSON.stringify(applied)),
  (error: Error) => {
    process.stderr.write(error.message)
    process.exitCode = 1
  },
)
