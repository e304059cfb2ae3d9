// Writes the next migration: node scripts/write-migration.mjs <name>
//
// It holds what changed in prisma/schema.prisma since the last migration. The schema of that moment
// is not kept anywhere twice: git has it, in the commit that last touched prisma/migrations, because
// a schema and its migration are committed together (the drift test is red otherwise). What Prisma
// cannot say (a CHECK, a trigger, a partial index) is added to the file by hand. A file never
// changes again once it has been applied anywhere but here.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { diffSchemas } from './schema-engine.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const git = (...parts) => execFileSync('git', parts, { cwd: root, encoding: 'utf8' }).trim()

async function writeMigration(name) {
  if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
    throw new Error('Name the migration in small letters: write-migration.mjs add_sale_note')
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
  // The API that `npm run dev` reloads would otherwise know the old schema, and answer 500.
  await import('./generate-client.mjs')
}

writeMigration(process.argv[2]).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
