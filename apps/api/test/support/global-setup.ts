import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbeddedServer, type EmbeddedServer } from '#src/database/embedded/embedded-server'
import { migrate } from '#src/database/migrations/migrate'
import { buildProgram } from '#test/support/built-program'
import { withClient, templateDatabase } from '#test/support/database/database-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection string for the run's own PostgreSQL. */
    databaseServerUrl: string
    /** The migrated database that tests copy. */
    templateDatabase: string
    /** The folder of the bundle that the tests start. */
    programFolder: string
  }
}

let home: string
let server: EmbeddedServer | undefined
let programFolder: string

/**
 * Builds the program, and starts one PostgreSQL with a migrated template that the test files copy. Without fsync,
 * creating and dropping a database takes a third of the time, and no test data has to survive a power cut.
 */
export async function setup(project: TestProject): Promise<void> {
  const building = buildProgram()
  home = await mkdtemp(path.join(os.tmpdir(), 'stockie-test-'))
  await chmod(home, 0o755)
  server = await openEmbeddedServer({ home, serving: true })
  const { url } = server
  await withClient(url, async (client) => {
    for (const setting of ['fsync', 'full_page_writes']) {
      await client.query(`alter system set ${setting} = off`)
    }
    await client.query('select pg_reload_conf()')
    // The tests open thousands of connections, and each one would pay for 4,096 iterations.
    const { username, password } = new URL(url)
    await client.query('set scram_iterations = 1')
    await client.query(`alter role ${username} password '${password}'`)
    await client.query(`create database ${templateDatabase}`)
  })
  const template = new URL(server.url)
  template.pathname = templateDatabase
  await migrate(template.href)
  project.provide('databaseServerUrl', server.url)
  project.provide('templateDatabase', templateDatabase)
  programFolder = await building
  project.provide('programFolder', programFolder)
}

export async function teardown(): Promise<void> {
  await server?.close()
  for (const folder of [home, programFolder]) await rm(folder, { recursive: true, force: true })
}
