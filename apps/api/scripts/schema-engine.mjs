import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'

// Prisma's schema engine as WebAssembly compares two schemas without a download and without a database. It
// asks once for the version of PostgreSQL, and gets this answer.
const column = { boolean: 5, text: 7, integer: 0 }
const anyPostgres = {
  columnNames: ['exists', 'version', 'numeric_version'],
  columnTypes: [column.boolean, column.text, column.integer],
  rows: [[true, 'PostgreSQL 15.0', 150_000]],
}
const ok = (value) => ({ ok: true, value, map: (change) => ok(change(value)) })
const about = { provider: 'postgres', adapterName: 'no-database' }
const connection = {
  ...about,
  queryRaw: async () => ok(anyPostgres),
  executeRaw: async () => ok(0),
  executeScript: async () => ok(undefined),
  startTransaction: async () => ok(undefined),
  dispose: async () => ok(undefined),
}

const factory = { ...about, connect: async () => ok(connection) }

// The package imports its .wasm file as a module, which Node does not support by default.
const glueFile = createRequire(import.meta.url).resolve(
  '@prisma/schema-engine-wasm/schema_engine_bg',
)
const wasm = await readFile(glueFile.replace(/\.js$/, '.wasm'))
const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue })
glue.__wbg_set_wasm(instance.exports)
instance.exports.__wbindgen_start()

/**
 * The SQL that migrates from one Prisma schema to another. Without an old schema it starts from an empty
 * database.
 */
export async function diffSchemas(oldSchema, newSchema) {
  const engine = await glue.SchemaEngine.new(
    { datamodels: [['schema.prisma', newSchema]] },
    () => {},
    factory,
  )
  try {
    const { stdout } = await engine.diff({
      from: oldSchema === undefined ? { tag: 'empty' } : datamodel(oldSchema),
      to: datamodel(newSchema),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    // The schema exists, or the role may not create one; then even "if not exists" fails.
    return (stdout ?? '').replace('-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n\n', '')
  } finally {
    engine.free()
  }
}

const datamodel = (content) => ({
  tag: 'schemaDatamodel',
  files: [{ path: 'schema.prisma', content }],
})
