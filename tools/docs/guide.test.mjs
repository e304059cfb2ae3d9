import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/process.mjs'
import { linksOf, pages, readPage } from './pages.mjs'

const guide = readPage('docs/guide.md')

function filesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true }).map((file) =>
    path.posix.join(folder, file.split(path.sep).join('/')),
  )
}

test('docs/pictures holds exactly the pictures that npm run pictures makes and that the pages show @long', async () => {
  const list = ['test', '-c', 'e2e/pictures/pictures.config.ts', '--list']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', ...list],
    // Listing needs no browser, so skip the search for one.
    { cwd: path.join(root, 'apps/web'), env: { ...process.env, STOCKIE_BROWSER: 'none' } },
  )
  const made = new Set(stdout.match(/\S+\.webp$/gm))
  const shown = pages.flatMap(linksOf).filter(({ file }) => file.startsWith('docs/pictures/'))

  expect(made.size).toBeGreaterThan(0)
  expect(new Set(readdirSync(path.join(root, 'docs/pictures')))).toEqual(made)
  expect(new Set(shown.map(({ file }) => path.posix.basename(file)))).toEqual(made)
})

test('all pictures together are smaller than 900 kB', () => {
  const sizes = filesIn('docs/pictures').map((file) => statSync(path.join(root, file)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(900_000)
})

const sources = ['apps/web/src', 'packages/contracts/src']
  .flatMap(filesIn)
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n')
const labels = [...new Set([...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label))]
const messages = [...guide.matchAll(/"([^"]+)"/g)].map(([, message]) => message)

test.each(labels)('the label "%s" of the guide exists in the web app', (label) => {
  // The whole label must be a string or the text of an element.
  expect(sources).toMatch(new RegExp(`(['"\`>]|\\n *)${label}(['"\`<]|\\n| \\(\\$)`))
})

test.each(messages)('the message that the guide quotes exists in the sources: %s', (message) => {
  expect(sources).toContain(message)
})
