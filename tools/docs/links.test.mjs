import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/process.mjs'
import { linksOf, pages, readPage, repositoryFiles } from './pages.mjs'

/** The anchors that GitHub creates for the headings of a page. */
function anchorsOf(page) {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('every link of %s points to an existing file and heading', (page) => {
  const broken = linksOf(page).filter(({ file, anchor, own }) => {
    if (own) return !anchorsOf(page).includes(anchor)
    if (!statSync(path.join(root, file), { throwIfNoEntry: false })) return true
    return anchor !== '' && file.endsWith('.md') && !anchorsOf(file).includes(anchor)
  })
  expect(broken.map(({ link }) => link)).toEqual([])
})

test.each(pages)('every link of %s with a file name as its text points to that file', (page) => {
  const wrong = linksOf(page).filter(
    ({ label, file }) =>
      /\.\w+$/.test(label) && path.posix.basename(file) !== path.posix.basename(label),
  )
  expect(wrong.map(({ label, link }) => `${label}: ${link}`)).toEqual([])
})

const sourceName = /(?<![\w@./#>…-])[\w@.#/-]+\.(?:tsx?|mjs|js|sql|prisma|md|sh|css)(?!\.?[\w-])/g
/** Files that a page tells the reader to create. */
const examples = new Set(['shelves.ts'])
// The map lists old names.
const currentPages = pages.filter((page) => !page.endsWith('/023-rename-map.md'))

test.each(currentPages)('every source file that %s names exists', (page) => {
  const named = (readPage(page).match(sourceName) ?? []).map((name) =>
    name.replace(/^(?:\.\.?\/)+/, ''),
  )
  const missing = named.filter(
    (name) =>
      !examples.has(name) &&
      !repositoryFiles.some((file) => file === name || file.endsWith(`/${name}`)),
  )
  expect(missing).toEqual([])
})
