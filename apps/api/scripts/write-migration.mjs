// Writes the next migration: node scripts/write-migration.mjs <name>
//
// It contains the changes of prisma/schema.prisma since the last migration. The old schema comes from git,
// from the commit that last touched prisma/migrations: a schema and its migration are committed together, or
// the drift test fails. Add by hand what Prisma cannot express (CHECK, triggers, partial indexes). Never
// change a file that has been applied to any other database.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { diffSchemas } from './schema-engine.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const git = (...parts) => execFileSync('git', parts, { cwd: root, encoding: 'utf8' }).trim()

async function writeMigration(name) {
  if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
    throw new Error('Name the migration in lower case: write-migration.mjs add_sale_note')
  }
  if (git('status', '--porcelain', '--', 'prisma/migrations')) {
    throw new Error('A migration is not committed yet: commit it together with its schema first.')
  }
  const last = git('log', '-1', '--format=%H', '--', 'prisma/migrations')
  const oldSchema = last ? git('show', `${last}:prisma/schema.prisma`) : undefined
  const newSchema = await readFile(join(root, 'prisma/schema.prisma'), 'utf8')
  const sql = await diffSchemas(oldSchema, newSchema)

  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = join(root, 'prisma/migrations', `${stamp}_${name}`)
  await mkdir(folder)
  await writeFile(join(folder, 'migration.sql'), sql)
  console.log(`Wrote prisma/migrations/${stamp}_${name}/migration.sql.`)
  // Otherwise the API of `npm run dev` reloads with the old client and answers 500.
  await import('./generate-client.mjs')
}

writeMigration(process.argv[2]).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
