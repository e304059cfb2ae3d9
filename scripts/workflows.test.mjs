import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'

const folder = path.join(root, '.github/workflows')
const workflows = (await readdir(folder)).filter((name) => name.endsWith('.yml'))
const read = (name) => readFile(path.join(folder, name), 'utf8')

test.each(workflows)('%s calls scripts that package.json has', async (name) => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const text = await read(name)
  for (const [, called = ''] of text.matchAll(/npm (?:run )?([\w:-]+)/g)) {
    expect(Object.keys(scripts)).toContain(called)
  }
})

test.each(workflows)('%s may read and no more, unless a job says so, and ends', async (name) => {
  const text = await read(name)
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
  expect(text).toMatch(/^concurrency:$/m)
  const jobs =
    text.slice(text.indexOf('\njobs:')).match(/^ {2}[\w-]+:\n(?! {4}(if: .+\n {4})?uses:)/gm) ?? []
  expect(text.match(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(jobs.length)
})

test('every workflow takes an action in the same version', async () => {
  const texts = await Promise.all(workflows.map(read))
  const used = texts.flatMap((text) => text.match(/(?<=uses: ).+/g) ?? [])
  const names = used.map((action) => action.replace(/@.*/, ''))
  expect(new Set(used).size).toBe(new Set(names).size)
})
