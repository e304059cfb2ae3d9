// A process of its own that migrates a database and prints what that took.
import { migrate } from '#src/database/migrations/migrate'

migrate(process.argv[2] ?? '').then(
  (applied) => process.stdout.write(JSON.stringify(applied)),
  (error: Error) => {
    process.stderr.write(error.message)
    process.exitCode = 1
  },
)
