import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const api = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFile(path.join(api, file), 'utf8')

// Prisma formats the schema before it copies it into the client.
const linesOf = (text: unknown) =>
  String(text)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .toSorted()

test('the committed database client belongs to prisma/schema.prisma and to the installed Prisma', async () => {
  const config = await read('src/database/generated/internal/class.ts')
  const value = (key: string): unknown =>
    JSON.parse(new RegExp(`^ {2}"${key}": (".*"),$`, 'm').exec(config)?.[1] ?? 'null')
  const { dependencies } = JSON.parse(await read('package.json'))
  const schema = await read('../../prisma/schema.prisma')
  // If this fails, run `node apps/api/scripts/generate-client.mjs` and commit the result.
  expect(linesOf(value('inlineSchema'))).toEqual(linesOf(schema))
  expect(value('clientVersion')).toBe(dependencies['@prisma/client'])
})
